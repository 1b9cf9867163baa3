/**
 * Caches which rows common searches match, because a page, its histogram and the count of every minute ask for the same list of
 * row IDs. A list of 550,000 takes 50 ms to find.
 */
import type { DatabaseSync } from 'node:sqlite';
import { chunkOf, idsPerChunk, placeOf } from '../store/sqlite/row-columns.ts';
import { readVersions } from './row-columns.ts';

/** `fromId` is included, `toId` is not; null: without a bound. */
export type IdRange = { fromId: number | null; toId: number | null };
/** IDs ascend. */
type ListIds = (range: IdRange) => Float64Array;

/**
 * The matches in a chunk that has this version. `places`: where a column of IDs has them, and where it has others; see `keepPlaces`.
 */
type CachedChunk = {
  version: number;
  ids: Float64Array;
  places: readonly [WeakMap<Float64Array, Uint32Array>, WeakMap<Float64Array, Uint32Array>];
  bytes: number;
};
type CachedList = Map<number, CachedChunk>;

/** `fromId`: the first one. `toId`: greater by 1 than the last one. `chunks`: null for a list that is not kept. */
export type ListedIds = {
  length: number;
  fromId: number;
  toId: number;
  /** Those of a range. */
  between: (fromId: number, toId: number) => Float64Array;
  chunks: ReadonlyMap<number, CachedChunk> | null;
};

/**
 * Returns the places of a column's IDs that the list has, or that it lacks, and keeps them as long as list and column: columns of
 * whole chunks are kept too. Finding the rows of a client among a million takes 10 ms, and each feed needs them several times.
 * `listed`: the IDs of the list between the first and the last of the column.
 */
export function keepPlaces(
  { chunks }: ListedIds,
  listed: Float64Array,
  column: Float64Array,
  { areExcluded, find }: { areExcluded: boolean; find: () => Uint32Array },
): Uint32Array {
  const chunk = chunks?.get(chunkOf(column[0] ?? 0));
  // Otherwise the column has a part of the chunk, or rows of others.
  if (chunk?.ids.length !== listed.length) return find();
  const kept = chunk.places[areExcluded ? 1 : 0];
  const known = kept.get(column);
  if (known) return known;
  const places = find();
  kept.set(column, places);
  chunk.bytes += places.byteLength;
  return places;
}

/**
 * The least number of IDs of a kept list, and the most bytes that a connection keeps: the lists of six common searches of 10,000,000
 * rows.
 */
const usualLimits = { min: 1000, max: 96_000_000 };

/** What a chunk takes besides its IDs. */
const chunkBytes = 250;

/** Above this number of changed chunks, listing all between the first and the last again is faster. */
const changedMax = 20;

const sizeOf = (list: CachedList): number => [...list.values()].reduce((size, { bytes }) => size + bytes, 0);

/** Throws away the lists that were used the longest ago. */
function forget(lists: Map<string, CachedList>, max: number): void {
  let size = [...lists.values()].reduce((sum, list) => sum + sizeOf(list), 0);
  for (const [key, list] of lists) {
    if (size <= max) return;
    lists.delete(key);
    size -= sizeOf(list);
  }
}

const none = new Float64Array();

const lengthOf = (parts: readonly Float64Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

const within = (ids: Float64Array, { fromId, toId }: IdRange): Float64Array =>
  ids.subarray(placeOf(ids, fromId ?? 0), placeOf(ids, toId ?? Number.MAX_SAFE_INTEGER));

/** A list that is not kept. */
export const listOf = (ids: Float64Array): ListedIds => ({
  length: ids.length,
  fromId: ids[0] ?? 0,
  toId: (ids.at(-1) ?? -1) + 1,
  between: (fromId, toId) => within(ids, { fromId, toId }),
  chunks: null,
});

function join(parts: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(lengthOf(parts));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

/** `parts`: the IDs of the list by chunk, in ascending order. */
function listParts(parts: ReadonlyMap<number, Float64Array>, chunks: ReadonlyMap<number, CachedChunk>): ListedIds {
  const all = [...parts.values()];
  return {
    length: lengthOf(all),
    fromId: all[0]?.[0] ?? 0,
    toId: (all.at(-1)?.at(-1) ?? -1) + 1,
    between(fromId, toId) {
      const [first, last] = [chunkOf(fromId), chunkOf(toId - 1)];
      // A column of a chunk asks for its own part. Joining those of 550,000 rows takes 2 ms each time.
      const ids = first === last ? (parts.get(first) ?? none) : join(all);
      return within(ids, { fromId, toId });
    },
    chunks,
  };
}

/**
 * Returns a function that lists the IDs of a range. `key` names a search, whose matches depend on rows of `posts` and their texts
 * alone.
 */
export function createListCache({ min, max } = usualLimits) {
  const kept = new WeakMap<DatabaseSync, Map<string, CachedList>>();

  return (db: DatabaseSync, key: string, range: IdRange, list: ListIds): ListedIds => {
    const lists = kept.get(db) ?? new Map<string, CachedList>();
    kept.set(db, lists);
    const versions = readVersions(db, range.fromId ?? undefined, range.toId ?? undefined);
    const known = lists.get(key);
    const found: CachedList = known ?? new Map();
    const changed = [...versions.keys()].filter((chunk) => found.get(chunk)?.version !== versions.get(chunk));
    const isSpread = !known || changed.length > changedMax;
    for (const group of isSpread ? [changed] : changed.map((chunk) => [chunk])) {
      const [first, last] = [group[0], group.at(-1)];
      if (first === undefined || last === undefined) continue;
      const ids = list({ fromId: first * idsPerChunk, toId: (last + 1) * idsPerChunk });
      if (!known && ids.length < min) return listOf(within(ids, range));
      for (const [chunk, version] of versions) {
        if (chunk < first || chunk > last) continue;
        const part = within(ids, { fromId: chunk * idsPerChunk, toId: (chunk + 1) * idsPerChunk }).slice();
        const places = [new WeakMap(), new WeakMap()] as const;
        found.set(chunk, { version, ids: part, places, bytes: part.byteLength + chunkBytes });
      }
    }
    lists.delete(key);
    if (changed.length > 0 || known) lists.set(key, found);
    if (changed.length > 0) forget(lists, max);
    const parts = new Map<number, Float64Array>();
    for (const chunk of versions.keys()) {
      const ids = within(found.get(chunk)?.ids ?? none, range);
      if (ids.length > 0) parts.set(chunk, ids);
    }
    return listParts(parts, found);
  };
}

export const listCached = createListCache();
