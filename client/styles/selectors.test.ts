/**
 * Selectors that make scrolling slow. Chromium styles all visible rows again with each row that comes or goes when a sibling
 * rule ends with an element (`p + div`), and the root when a rule asks what it has (`html:has(…)`).
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..');

const selectorsOf = (css: string): string[] =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .map(([, prelude = '']) => prelude.trim())
    .filter((prelude) => !prelude.startsWith('@'));

test.each(globSync('**/*.css', { cwd: folder }).sort())('%s has none of them', (file) => {
  const selectors = selectorsOf(readFileSync(path.join(folder, file), 'utf8'));
  expect(selectors.length).toBeGreaterThan(0);
  const slow = selectors.filter(
    (selector) =>
      /[+~]\s*[a-z*:[]/.test(selector.replaceAll(/\([^)]*\)/g, '')) || /(^|,\s*)(html|:root):has/.test(selector),
  );
  expect(slow).toEqual([]);
});
