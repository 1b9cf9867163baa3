/** Keeps the tables of test/README.md true: what they name is there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const readme = readFileSync(path.join(root, 'test/README.md'), 'utf8');

type Row = { section: string; sentence: string; proofs: { file: string; title: string }[] };

/** Rows of tables whose second column holds proofs, as `file` title, one to a line. */
function readRows(): Row[] {
  let section = '';
  return readme.split('\n').flatMap((line) => {
    section = /^### (\d+)\. /.exec(line)?.[1] ?? section;
    const [, sentence = '', proved = ''] = /^\| (.+) \| (`.+\.test\.tsx?` .*|) ?\|$/.exec(line) ?? [];
    if (sentence === '') return [];
    const proofs = proved.split('<br>').map((proof) => /^`(.+?)` (.+?) ?$/.exec(proof) ?? []);
    return [{ section, sentence, proofs: proofs.map(([, file = '', title = '']) => ({ file, title })) }];
  });
}

const rows = readRows();

/** The title as a string of the source, in any of its quotes. */
const holds = (source: string, title: string) =>
  ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));

function faultOf({ file, title }: Row['proofs'][number]): string | null {
  const address = path.join(root, file);
  if (!existsSync(address)) return `${file} is not there`;
  return holds(readFileSync(address, 'utf8'), title) ? null : `${file} has no test «${title}»`;
}

test('every section of the specification has its sentences in the table, and every sentence a proof', () => {
  expect([...new Set(rows.map(({ section }) => section))]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(({ proofs }) => proofs.some(({ file, title }) => !file || !title))).toEqual([]);
});

test('every test that the table names stands in its file under that title', () => {
  expect(rows.flatMap(({ proofs }) => proofs.map(faultOf)).filter((fault) => fault !== null)).toEqual([]);
});
