// Proves: analytics#figures, stories#copies
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { placesOf } from '../rules/bits.ts';
import { chunkOf, idsPerChunk } from '../store/sqlite/row-columns.ts';
import { createListCache, type IdRange, maskOfIds } from './list-cache.ts';

/** Rows in 40 chunks, whose versions change with their rows, and a search for the even IDs. */
function createRows() {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE row_columns (chunk INTEGER PRIMARY KEY, version INTEGER NOT NULL, ids BLOB NOT NULL)');
  const save = db.prepare('INSERT OR REPLACE INTO row_columns VALUES (?, ?, ?)');
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
      const left = [...rows].filter((other) => chunkOf(other) === chunkOf(id)).sort((a, b) => a - b);
      if (left.length > 0) save.run(chunkOf(id), version, Float64Array.from(left));
      else drop.run(chunkOf(id));
    },
    inRange: ({ fromId, toId }: IdRange): number[] =>
      [...rows].filter((id) => id >= (fromId ?? 0) && id < (toId ?? Infinity)).sort((a, b) => a - b),
    find(range: IdRange): number[] {
      return this.inRange(range).filter((id) => id % 2 === 0);
    },
    columns: [],
    run(range: IdRange) {
      asked.push(range);
      const ids = Float64Array.from(this.find(range));
      return { ids, maskOf: (other: { ids: Float64Array }) => maskOfIds(other.ids, ids) };
    },
  };
}

/** The IDs of each chunk, those without its first and last, and every third of all. */
const partsOf = (ids: readonly number[]): number[][] => [
  ...[...Map.groupBy(ids, chunkOf).values()].flatMap((part) => [part, part.slice(1, -1)]),
  ids.filter((_, index) => index % 3 === 0),
];

const idOf = (chunk: number, place: number): number => chunk * idsPerChunk + place;
const whole: IdRange = { fromId: null, toId: null };

test('a cached list equals a new search, after any changes and in any range', () => {
  const id = fc.tuple(fc.nat(39), fc.nat(5)).map(([chunk, place]) => idOf(chunk, place));
  const ids = fc.array(id, { maxLength: 60 });
  const range = fc.record({ fromId: fc.option(id), toId: fc.option(id) });
  fc.assert(
    fc.property(fc.array(fc.tuple(ids, fc.oneof(fc.constant(whole), range)), { maxLength: 12 }), (steps) => {
      const rows = createRows();
      const listCached = createListCache({ min: 3, max: 20_000 });
      for (const [changed, wanted] of steps) {
        for (const one of changed) rows.toggle(one);
        const listed = listCached(rows.db, 'even', wanted, rows);
        const ids = listed.between(listed.fromId, listed.toId);
        expect([[...ids], listed.length]).toEqual([rows.find(wanted), ids.length]);
        const all = rows.inRange(wanted);
        for (const some of [all, ...partsOf(all)]) {
          const places = some.flatMap((id, place) => (id % 2 === 0 ? [place] : []));
          expect([...placesOf(listed.maskIn(Float64Array.from(some)))]).toEqual(places);
        }
      }
    }),
  );
});

test('only unknown or changed chunks are searched, and neither short lists nor too many are kept', () => {
  const rows = createRows();
  const listCached = createListCache({ min: 3, max: 3000 });
  const ask = (key: string, range = whole) => listCached(rows.db, key, range, rows).length;
  const chunks = (first: number, last: number): IdRange => ({ fromId: idOf(first, 0), toId: idOf(last + 1, 0) });
  const isAsked = (...ranges: IdRange[]) => expect(rows.asked.splice(0)).toEqual(ranges);
  for (const chunk of [1, 2, 3, 4]) rows.toggle(idOf(chunk, 2));
  expect([ask('a', chunks(1, 3)), ask('a', chunks(2, 3)), ask('a', chunks(1, 4)), ask('a')]).toEqual([3, 2, 4, 4]);
  isAsked(chunks(1, 3), chunks(4, 4));
  rows.toggle(idOf(4, 4));
  expect([ask('a'), ask('a')]).toEqual([5, 5]);
  isAsked(chunks(4, 4));
  expect([ask('b'), ask('c'), ask('b'), ask('c')]).toEqual([5, 5, 5, 5]);
  isAsked(chunks(1, 4), chunks(1, 4));
  expect([ask('d'), ask('a'), ask('d')]).toEqual([5, 5, 5]);
  isAsked(chunks(1, 4), chunks(1, 4));
  for (const chunk of [1, 2, 3]) rows.toggle(idOf(chunk, 2));
  expect([ask('e'), ask('e')]).toEqual([2, 2]);
  isAsked(chunks(4, 4), chunks(4, 4));
});

test('when many scattered chunks have changed, one search covers their whole span', () => {
  const rows = createRows();
  const listCached = createListCache({ min: 3, max: 100_000 });
  for (let chunk = 0; chunk < 60; chunk += 1) rows.toggle(idOf(chunk, 2));
  const ask = () => listCached(rows.db, 'even', whole, rows).length;
  ask();
  for (let chunk = 3; chunk < 60; chunk += 2) rows.toggle(idOf(chunk, 4));
  expect([ask(), rows.asked.slice(1)]).toEqual([89, [{ fromId: idOf(3, 0), toId: idOf(60, 0) }]]);
});
