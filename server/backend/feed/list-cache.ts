/**
 * Caches which rows common searches match, because a page, its histogram and the count of every minute ask for the same list of
 * row IDs. A list of 550,000 takes 50 ms to find.
 */
import type { DatabaseSync } from 'node:sqlite';
import { idsPerChunk, placeOf } from '../store/sqlite/row-columns.ts';
import { readVersions } from './row-columns.ts';

/** `fromId` is included, `toId` is not; null: without a bound. */
export type IdRange = { fromId: number | null; toId: number | null };
/** IDs ascend. */
type ListIds = (range: IdRange) => Float64Array;

/** The matches in a chunk that has this version. */
type CachedChunk = { version: number; ids: Float64Array };
type CachedList = Map<number, CachedChunk>;

/**
 * The least number of IDs of a kept list, and the most bytes that a connection keeps: the lists of six common searches of 10,000,000
 * rows.
 */
const usualLimits = { min: 20_000, max: 96_000_000 };

/** What a chunk takes besides its IDs. */
const chunkBytes = 250;

/** Above this number of changed chunks, listing all between the first and the last again is faster. */
const changedMax = 20;

const sizeOf = (list: CachedList): number =>
  [...list.values()].reduce((size, { ids }) => size + ids.byteLength + chunkBytes, 0);

/** Throws away the lists that were used the longest ago. */
function forget(lists: Map<string, CachedList>, max: number): void {
  let size = [...lists.values()].reduce((sum, list) => sum + sizeOf(list), 0);
  for (const [key, list] of lists) {
    if (size <= max) return;
    lists.delete(key);
    size -= sizeOf(list);
  }
}

const within = (ids: Float64Array, { fromId, toId }: IdRange): Float64Array =>
  ids.subarray(placeOf(ids, fromId ?? 0), placeOf(ids, toId ?? Number.MAX_SAFE_INTEGER));

function join(parts: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

/**
 * Returns a function that lists the IDs of a range. `key` names a search, whose matches depend on rows of `posts` and their texts
 * alone.
 */
export function createListCache({ min, max } = usualLimits) {
  const kept = new WeakMap<DatabaseSync, Map<string, CachedList>>();

  return (db: DatabaseSync, key: string, range: IdRange, list: ListIds): Float64Array => {
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
      if (!known && ids.length < min) return within(ids, range);
      for (const [chunk, version] of versions) {
        if (chunk < first || chunk > last) continue;
        const part = within(ids, { fromId: chunk * idsPerChunk, toId: (chunk + 1) * idsPerChunk });
        found.set(chunk, { version, ids: part.slice() });
      }
    }
    lists.delete(key);
    if (changed.length > 0 || known) lists.set(key, found);
    if (changed.length > 0) forget(lists, max);
    return within(join([...versions.keys()].flatMap((chunk) => found.get(chunk)?.ids ?? [])), range);
  };
}

export const listCached = createListCache();
