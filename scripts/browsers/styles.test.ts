// Proves: pages#browsers
/**
 * Compares the built style sheets with the compatibility data. What `@supports` guards may be newer; so may the decoration
 * below.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postcss, { type ChildNode } from 'postcss';
import { buildStyles } from '../build/client.ts';
import { css, entriesByName, featureAt, isTooNew } from './compat-data.ts';

/** By feature, what a browser without it shows. */
const decoration: Record<string, string> = {
  ':has': 'Firefox 115: other spacing on phones and in printouts; `data-checked` replaces it where it hides something',
  ':popover-open': 'its script also sets a class (client/lib/old-browsers.ts)',
  ':details-content':
    'client/lib/old-browsers.ts opens what must be seen; without scripts, texts and tables are not printed in full',
  'content-visibility': 'belongs to :details-content',
  '@page': 'the browser’s own margins on paper',
  'break-after: avoid': 'a heading may end a printed page',
  'break-before: avoid': 'as above',
  'forced-color-adjust': 'Safari has no forced colours',
  hyphens: 'lines end at spaces',
  'pointer-events: bounding-box': 'the label of a bar appears over the bar itself',
  'scrollbar-width': 'a wider scroll bar',
  'text-size-adjust': 'Safari has the prefixed one, which precedes it',
  'text-wrap': 'a last line of one word',
  'user-select': 'Safari has the prefixed one, which the build adds',
};

const functions = entriesByName(css.types ?? {});

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '').matchAll(pattern)].map(([, name = '']) => name);

function newInDeclaration(property: string, value: string): string[] {
  const entry = featureAt(css.properties, property);
  if (!entry) return /^-/.test(property) ? [] : [property];
  if (isTooNew(entry)) return [property];
  const keywords = namesIn(value, /(?<![\w-])([a-z][\w-]*)(?![\w-]*\()/g);
  // The data do not say which function of a name is meant: one that all browsers have passes.
  const called = namesIn(value, /(?<![\w-])([a-z][\w-]*)\(/g).filter((name) => functions.get(name)?.every(isTooNew));
  return [
    ...keywords.filter((name) => isTooNew(featureAt(entry, name))).map((name) => `${property}: ${name}`),
    ...called.map((name) => `${name}()`),
  ];
}

/** The features of a rule, a declaration or an at-rule that are too new or that the data lack. */
function newIn(node: ChildNode): string[] {
  if (node.type === 'decl') return node.prop.startsWith('--') ? [] : newInDeclaration(node.prop, node.value);
  if (node.type === 'rule')
    return namesIn(node.selector, /(?<!\\)::?([a-z][\w-]*)/g)
      .filter((name) => isTooNew(featureAt(css.selectors, name)))
      .map((name) => `:${name}`);
  if (node.type !== 'atrule') return [];
  const rule = featureAt(css['at-rules'], node.name);
  const media = node.name === 'media' ? namesIn(node.params, /\(\s*([a-z][\w-]*)/g) : [];
  return [
    ...(rule && !isTooNew(rule) ? [] : [`@${node.name}`]),
    ...media.filter((name) => isTooNew(featureAt(rule, name))).map((name) => `@media (${name})`),
  ];
}

function isGuarded({ parent }: ChildNode): boolean {
  if (!parent || parent.type === 'root') return false;
  return (parent.type === 'atrule' && 'name' in parent && parent.name === 'supports') || isGuarded(parent as ChildNode);
}

function newInSheet(sheet: string): string[] {
  const found = new Set<string>();
  postcss.parse(sheet).walk((node) => {
    if (!isGuarded(node)) for (const name of newIn(node)) found.add(name);
  });
  return [...found].sort();
}

test('the style sheets need nothing that the oldest browsers lack, except decoration', async () => {
  const outDir = mkdtempSync(path.join(tmpdir(), 'ldvk-styles-'));
  try {
    const root = path.join(import.meta.dirname, '../..');
    const files = Object.values(await buildStyles({ root, outDir, mode: 'production' }));
    const sheets = files.map((file) => readFileSync(path.join(outDir, 'client', file), 'utf8'));
    expect(newInSheet(sheets.join('\n'))).toEqual(Object.keys(decoration).sort());
  } finally {
    rmSync(outDir, { recursive: true });
  }
});

test.each([
  ['a { color: light-dark(red, blue) }', 'light-dark()'],
  ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()'],
  ['a { field-sizing: content }', 'field-sizing'],
  ['a { text-decoration: spelling-error }', 'text-decoration: spelling-error'],
  ['a:user-valid { color: red }', ':user-valid'],
  ['@starting-style { a { color: red } }', '@starting-style'],
  ['@media (scripting: none) { a { color: red } }', '@media (scripting)'],
])('%s is too new', (sheet, feature) => {
  expect(newInSheet(sheet)).toEqual([feature]);
});

test('what @supports guards is accepted', () => {
  expect(newInSheet('@supports (field-sizing: content) { a { field-sizing: content } }')).toEqual([]);
});
