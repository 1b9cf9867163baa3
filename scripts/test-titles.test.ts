/** Checks the titles of tests, and that tests prove every section of docs/product. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readSections } from './test/read-sections.ts';

const root = path.dirname(import.meta.dirname);
const files = globSync('{client,server,shared,scripts,test}/**/*.test.{ts,tsx}', { cwd: root });
const sources = files.map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));
const sections = readSections(root);

test('a title has at most 120 characters', () => {
  const call =
    /\b(?:test|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\)|`[^`]*`)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/gs;
  const titles = sources.flatMap(({ source }) => [...source.matchAll(call)].map(([, , title = '']) => title));
  expect(titles.length).toBeGreaterThan(2000);
  expect(titles.filter((title) => title.length > 120)).toEqual([]);
});

test('a line «// Proves:» names sections of docs/product, and each section is named by a test', () => {
  const proofs = sources.flatMap(({ file, source }) =>
    [...source.matchAll(/^\/\/ Proves: (.+)$/gm)].flatMap(([, list = '']) =>
      list.split(', ').map((section) => ({ file, section })),
    ),
  );
  expect(proofs.filter(({ section }) => !sections.includes(section))).toEqual([]);
  const proved = new Set(proofs.map(({ section }) => section));
  expect(sections.filter((section) => !proved.has(section))).toEqual([]);
});
