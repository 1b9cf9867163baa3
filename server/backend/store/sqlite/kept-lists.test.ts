import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { createKeptLists, type IdRange } from './kept-lists.ts';
import { chunkOf, idsPerChunk } from './row-columns.ts';

/** Rows of 40 chunks whose versions change with them, and a search that finds the even ones. */
function createRows() {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE row_columns (chunk INTEGER PRIMARY KEY, version INTEGER NOT NULL)');
  const save = db.prepare('INSERT OR REPLACE INTO row_columns VALUES (?, ?)');
  const drop = db.prepare('DELETE FROM row_columns WHERE chunk = ?');
  const rows = new Set<number>();
  const asked: IdRange[] = [];
  let version = 0;
  return {
    db,
    asked,
    toggle(id: number): void {
      if (!rows.delete(id)) rows.add(id);
      version += 1;
      if ([...rows].some((other) => chunkOf(other) === chunkOf(id))) save.run(chunkOf(id), version);
      else drop.run(chunkOf(id));
    },
    find: ({ fromId, toId }: IdRange): number[] =>
      [...rows].filter((id) => id % 2 === 0 && id >= (fromId ?? 0) && id < (toId ?? Infinity)).sort((a, b) => a - b),
    list(range: IdRange): Float64Array {
      asked.push(range);
      return Float64Array.from(this.find(range));
    },
  };
}

const idOf = (chunk: number, place: number): number => chunk * idsPerChunk + place;
const whole: IdRange = { fromId: null, toId: null };

test('a kept list has what the search would find, after any changes and in any range', () => {
  const id = fc.tuple(fc.nat(39), fc.nat(5)).map(([chunk, place]) => idOf(chunk, place));
  const ids = fc.array(id, { maxLength: 60 });
  const range = fc.record({ fromId: fc.option(id), toId: fc.option(id) });
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, fc.oneof(fc.constant(whole), range)), { maxLength: 12 }), (steps) => {
      const rows = createRows();
      const listKept = createKeptLists({ min: 3, max: 100 });
      for (const [changed, wanted] of steps) {
        for (const one of changed) rows.toggle(one);
        const listed = listKept(rows.db, 'even', wanted, (asked) => rows.list(asked));
        expect([...listed]).toEqual(rows.find(wanted));
      }
    }),
  );
});

test('only changed chunks are searched again, and not all lists are kept', () => {
  const rows = createRows();
  const listKept = createKeptLists({ min: 3, max: 10 });
  const ask = (key: string, range = whole) => [...listKept(rows.db, key, range, (asked) => rows.list(asked))].length;
  for (const chunk of [1, 2, 3, 4]) rows.toggle(idOf(chunk, 2));
  expect([ask('a'), ask('a'), ask('a', { fromId: idOf(2, 0), toId: null }), rows.asked.length]).toEqual([4, 4, 3, 1]);
  rows.toggle(idOf(4, 4));
  expect([ask('a'), rows.asked.slice(1)]).toEqual([5, [{ fromId: idOf(4, 0), toId: idOf(5, 0) }]]);
  expect([ask('b'), ask('c'), rows.asked.length]).toEqual([5, 5, 4]);
  expect([ask('c'), ask('b'), rows.asked.length]).toEqual([5, 5, 4]);
  expect([ask('a'), rows.asked.length]).toEqual([5, 5]);
  for (const chunk of [1, 2, 3]) rows.toggle(idOf(chunk, 2));
  expect([ask('a'), ask('a'), rows.asked.slice(5).filter(({ fromId }) => fromId === null).length]).toEqual([2, 2, 1]);
});
