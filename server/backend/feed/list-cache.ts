/**
 * Caches which rows common searches match, because a page, its histogram and the count made every minute ask for the same
 * matches. SQLite takes 50 ms to list 550,000.
 */
import type { DatabaseSync } from 'node:sqlite';
import { countBits, hasBit, placesOf, setBit } from '../rules/bits.ts';
import { type ColumnName, chunkOf, idsPerChunk, placeOf, type Rows } from '../store/sqlite/row-columns.ts';
import { automaticStories } from './own-stories.ts';
import { readChunks, readVersions } from './row-columns.ts';
import { emptyMask, maskOf, sliceMask } from './row-mask.ts';

/** `fromId` is included, `toId` is not; null: unbounded. */
export type IdRange = { fromId: number | null; toId: number | null };

/**
 * How to search a range. `columns`: those that `maskOf` needs to tell which rows match. `ids`: the matches in ascending order,
 * if the search lists them first; else null.
 */
export type Search<Name extends ColumnName> = {
  columns: readonly Name[];
  run: (range: IdRange) => { ids: Float64Array | null; maskOf: (rows: Rows<Name>) => Uint8Array };
};

/** Rows, and which of them match. */
type Matches = { ids: Float64Array; mask: Uint8Array; count: number };

/** The first index from `start` on whose ID is at least `id`. The step doubles, because few of the rows may match. */
function findFrom(ids: Float64Array, id: number, start: number): number {
  let [first, step] = [start, 1];
  while ((ids[first + step] ?? Infinity) < id) {
    first += step;
    step *= 2;
  }
  let end = Math.min(first + step, ids.length);
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((ids[middle] ?? Infinity) < id) first = middle + 1;
    else end = middle;
  }
  return first;
}

const within = (ids: Float64Array, { fromId, toId }: IdRange): Float64Array =>
  ids.subarray(placeOf(ids, fromId ?? 0), placeOf(ids, toId ?? Number.MAX_SAFE_INTEGER));

/** The mask of the `ids` that are `listed`. Both ascend. */
export function maskOfIds(ids: Float64Array, listed: Float64Array): Uint8Array {
  const mask = emptyMask(ids.length);
  let place = 0;
  for (const id of within(listed, { fromId: ids[0] ?? 0, toId: (ids.at(-1) ?? -1) + 1 })) {
    place = findFrom(ids, id, place);
    if (ids[place] === id) setBit(mask, place, true);
  }
  return mask;
}

function isMatch(chunk: Matches | undefined, id: number): boolean {
  if (chunk === undefined) return false;
  const place = placeOf(chunk.ids, id);
  return chunk.ids[place] === id && hasBit(chunk.mask, place);
}

/** Matches, whose IDs are at least `fromId` and less than `toId`. */
export type ListedIds = {
  length: number;
  fromId: number;
  toId: number;
  between: (fromId: number, toId: number) => Float64Array;
  /** The mask of the given IDs, which ascend, that match. */
  maskIn: (ids: Float64Array) => Uint8Array;
};

/** A list that is not cached. */
export const listOf = (listed: Float64Array): ListedIds => ({
  length: listed.length,
  fromId: listed[0] ?? 0,
  toId: (listed.at(-1) ?? -1) + 1,
  between: (fromId, toId) => within(listed, { fromId, toId }),
  maskIn: (ids) => maskOfIds(ids, listed),
});

function idsOf({ ids, mask }: Matches, range: IdRange): Float64Array {
  return within(
    Float64Array.from(placesOf(mask), (place) => ids[place] ?? 0),
    range,
  );
}

function joinIds(parts: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

type CachedChunk = Matches & { version: number };
type CachedList = Map<number, CachedChunk>;

/** Lists the matches of these chunks, which ascend. */
function listKept(chunks: readonly CachedChunk[], byChunk: CachedList, range: IdRange): ListedIds {
  const matched = chunks.filter(({ count }) => count > 0);
  const firstOf = ({ ids }: Matches): number => ids[0] ?? 0;
  const lastOf = ({ ids }: Matches): number => ids.at(-1) ?? 0;
  const isWhole = (chunk: Matches, { fromId, toId }: IdRange): boolean =>
    firstOf(chunk) >= (fromId ?? 0) && lastOf(chunk) < (toId ?? Infinity);
  const [first, last] = [matched[0], matched.at(-1)];
  return {
    length: matched.reduce((sum, chunk) => sum + (isWhole(chunk, range) ? chunk.count : idsOf(chunk, range).length), 0),
    fromId: Math.max(range.fromId ?? 0, first ? firstOf(first) : 0),
    toId: Math.min(range.toId ?? Infinity, last ? lastOf(last) + 1 : 0),
    between(fromId, toId) {
      const parts = matched.flatMap((chunk) =>
        lastOf(chunk) < fromId || firstOf(chunk) >= toId ? [] : [idsOf(chunk, { fromId, toId })],
      );
      return joinIds(parts);
    },
    maskIn(ids) {
      const chunk = byChunk.get(chunkOf(ids[0] ?? 0));
      const start = chunk ? placeOf(chunk.ids, ids[0] ?? 0) : 0;
      const end = start + ids.length;
      if (chunk && chunk.ids[end - 1] === ids.at(-1)) {
        return ids.length === chunk.ids.length ? chunk.mask : sliceMask(chunk.mask, start, end);
      }
      // Rows of several chunks, or some of one.
      return maskOf(ids, { accepts: (id) => isMatch(byChunk.get(chunkOf(id)), id) }, null);
    },
  };
}

/**
 * `min`: the least matches of a cached list. `max`: the bytes that a connection caches, enough for 70 common searches of
 * 10,000,000 rows.
 */
const usualLimits = { min: 1000, max: 96_000_000 };

/** The bytes of a chunk besides its mask. */
const chunkBytes = 250;

/** Above this number of changed chunks, listing all between the first and the last again is faster. */
const changedMax = 20;

const sizeOf = (list: CachedList): number =>
  [...list.values()].reduce((size, { mask }) => size + mask.byteLength + chunkBytes, 0);

/** Evicts the least recently used lists. */
function evict(lists: Map<string, CachedList>, max: number): void {
  let size = [...lists.values()].reduce((sum, list) => sum + sizeOf(list), 0);
  for (const [key, list] of lists) {
    if (size <= max) return;
    lists.delete(key);
    size -= sizeOf(list);
  }
}

/**
 * Returns a function that lists the matches in a range. `key` names a search, whose matches must depend only on rows of `posts`
 * and their texts.
 */
export function createListCache({ min, max } = usualLimits) {
  const kept = new WeakMap<DatabaseSync, Map<string, CachedList>>();

  return <Name extends ColumnName>(db: DatabaseSync, key: string, range: IdRange, search: Search<Name>): ListedIds => {
    const lists = kept.get(db) ?? new Map<string, CachedList>();
    kept.set(db, lists);
    const versions = readVersions(db, range.fromId ?? undefined, range.toId ?? undefined);
    const known = lists.get(key);
    const list: CachedList = known ?? new Map();
    const changed = [...versions.keys()].filter((chunk) => list.get(chunk)?.version !== versions.get(chunk));
    const isSpread = !known || changed.length > changedMax;
    for (const group of isSpread ? [changed] : changed.map((chunk) => [chunk])) {
      const [first, last] = [group[0], group.at(-1)];
      if (first === undefined || last === undefined) continue;
      const [fromId, toId] = [first * idsPerChunk, (last + 1) * idsPerChunk];
      const { ids, maskOf } = search.run({ fromId, toId });
      if (!known && ids && ids.length < min) return listOf(within(ids, range));
      for (const rows of readChunks(db, automaticStories, search.columns, fromId, toId)) {
        const chunk = chunkOf(rows.ids[0] ?? 0);
        const mask = maskOf(rows);
        list.set(chunk, { ids: rows.ids, mask, count: countBits(mask), version: versions.get(chunk) ?? 0 });
      }
    }
    lists.delete(key);
    if (changed.length > 0 || known) lists.set(key, list);
    if (changed.length > 0) evict(lists, max);
    return listKept(
      [...versions.keys()].flatMap((chunk) => list.get(chunk) ?? []),
      list,
      range,
    );
  };
}

export const listCached = createListCache();
