/**
 * Finds selectors that make scrolling slow. Whenever a row is added or removed, Chromium restyles all visible rows if a sibling
 * selector ends with an element (`p + div`), and the root if a selector is `html:has(…)`.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..');

const selectorsOf = (css: string): string[] =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .map(([, prelude = '']) => prelude.trim())
    .filter((prelude) => !prelude.startsWith('@'));

test.each(globSync('**/*.css', { cwd: folder }).sort())('%s has no slow selector', (file) => {
  const selectors = selectorsOf(readFileSync(path.join(folder, file), 'utf8'));
  expect(selectors.length).toBeGreaterThan(0);
  const slow = selectors.filter(
    (selector) =>
      /[+~]\s*[a-z*:[]/.test(selector.replaceAll(/\([^)]*\)/g, '')) || /(^|,\s*)(html|:root):has/.test(selector),
  );
  expect(slow).toEqual([]);
});
