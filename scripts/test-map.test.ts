/** Checks that every test named in the tables of test/README.md exists. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const readme = readFileSync(path.join(root, 'test/README.md'), 'utf8');

type Row = { section: string; rule: string; tests: { file: string; title: string }[] };

/** Returns the table rows whose second column names tests, as `file` title, separated by <br>. */
function readRows(): Row[] {
  let section = '';
  return readme.split('\n').flatMap((line) => {
    section = /^### (\d+)\. /.exec(line)?.[1] ?? section;
    const [, rule = '', tests = ''] = /^\| (.+) \| (`.+\.test\.tsx?` .*|) ?\|$/.exec(line) ?? [];
    if (rule === '') return [];
    const references = tests.split('<br>').map((reference) => /^`(.+?)` (.+?) ?$/.exec(reference) ?? []);
    return [{ section, rule, tests: references.map(([, file = '', title = '']) => ({ file, title })) }];
  });
}

const rows = readRows();

/** Returns whether the source has the title as a string, in any quotes. */
const holds = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));

function faultOf({ file, title }: Row['tests'][number]): string | null {
  const address = path.join(root, file);
  if (!existsSync(address)) return `${file} does not exist`;
  return holds(readFileSync(address, 'utf8'), title) ? null : `${file} has no test «${title}»`;
}

test('every section has rows, and every row names a test', () => {
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ tests }) => tests.some(({ file, title }) => !file || !title))).toEqual([]);
});

test('every named test is in its file under that title', () => {
  expect(rows.flatMap(({ tests }) => tests.map(faultOf)).filter((fault) => fault !== null)).toEqual([]);
});
