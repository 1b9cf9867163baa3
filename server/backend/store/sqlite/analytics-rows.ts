/** Reads the rows of a selection with what analytics counts, from the packed columns alone but for texts and mutes. */
import type { DatabaseSync } from 'node:sqlite';
import { createDenseKeys } from '../../analytics/dense-keys.ts';
import { listOffsets, localHours } from '../../posts/local-hours.ts';
import { boundPostId, idsPerSecond, secondOfPostId } from '../post-id.ts';
import { listRows } from './post-counts.ts';
import type { PostSelection } from './post-selection.ts';
import type { ListedRows } from './range-counts.ts';
import { placeOf, type Rows, readChunks } from './row-columns.ts';
import { readZone } from './time-zone.ts';

/**
 * Rows in the order of their IDs. `hours` are hours of the local week, `bars` indexes of bars, `cities` and `owners` keys of
 * `cityKeys` and `ownerKeys`.
 */
export type AnalysedRows = Record<'stories' | 'bars' | 'hours' | 'words' | 'cities' | 'owners', Uint32Array>;

export const cityKeys = createDenseKeys();
export const ownerKeys = createDenseKeys();

/** What selects rows besides their times. `words` has 1 for the phrases that are wanted; null: all are. */
export type RowFilter = { listed: ListedRows; words: Uint8Array | null } & Pick<PostSelection, 'ownerId' | 'cityId'>;

export const lastWord = (db: DatabaseSync): number =>
  Number(db.prepare('SELECT max(word_id) AS id FROM words').get()?.id ?? 0);

function wantedWords(db: DatabaseSync, words: PostSelection['words']): Uint8Array | null {
  const isListed = 'only' in words;
  if (!isListed && words.except.length === 0) return null;
  const wanted = new Uint8Array(lastWord(db) + 1).fill(isListed ? 0 : 1);
  for (const id of isListed ? words.only : words.except) wanted[id] = isListed ? 1 : 0;
  return wanted;
}

export function createRowFilter(db: DatabaseSync, selection: PostSelection): RowFilter {
  const { words, ownerId, cityId } = selection;
  // The columns have words, sources and cities. The search index lists what matches the text, or what is muted.
  const others = { ...selection, words: { except: [] }, ownerId: null, cityId: null, stories: null, localTimes: null };
  return { listed: listRows(db, others), words: wantedWords(db, words), ownerId, cityId };
}

const columns = ['stories', 'words', 'cities', 'owners'] as const;
type Chunk = Rows<(typeof columns)[number]>;

/** Returns a function that returns the places of a chunk's rows that the list lets pass; null: all. Chunks ascend. */
function createListChoice({ ids: listed, areExcluded }: ListedRows, fromId: number) {
  let next = placeOf(listed, fromId);
  return (ids: Float64Array): Uint32Array | null => {
    if (areExcluded && next === listed.length) return null;
    const places = new Uint32Array(ids.length);
    let count = 0;
    for (let row = 0; row < ids.length; row += 1) {
      const id = ids[row] ?? 0;
      while ((listed[next] ?? Infinity) < id) next += 1;
      if ((listed[next] === id) === areExcluded) continue;
      places[count] = row;
      count += 1;
    }
    return places.subarray(0, count);
  };
}

/** Returns a function that returns the places of a chunk's rows that pass the filter; null: all. Chunks ascend. */
function createChoice({ listed, words, ownerId, cityId }: RowFilter, fromId: number) {
  const chooseListed = createListChoice(listed, fromId);
  const isListOnly = words === null && ownerId === null && cityId === null;
  return ({ ids, words: ofWords, cities, owners }: Chunk): Uint32Array | null => {
    const candidates = chooseListed(ids);
    if (isListOnly) return candidates;
    const size = (candidates ?? ids).length;
    const places = new Uint32Array(size);
    let count = 0;
    for (let index = 0; index < size; index += 1) {
      const row = candidates === null ? index : (candidates[index] ?? 0);
      if (words !== null && words[ofWords[row] ?? 0] !== 1) continue;
      if (ownerId !== null && owners[row] !== ownerId) continue;
      if (cityId !== null && cities[row] !== cityId) continue;
      places[count] = row;
      count += 1;
    }
    return places.subarray(0, count);
  };
}

/** Copies the values at the places to the end of a column. A loop, because other ways take several times as long. */
function append<Column extends Float64Array | Uint32Array>(
  to: Column,
  end: number,
  values: Column,
  places: Uint32Array | null,
): void {
  if (places === null) to.set(values, end);
  else for (let index = 0; index < places.length; index += 1) to[end + index] = values[places[index] ?? 0] ?? 0;
}

function pickIds(ids: Float64Array, places: Uint32Array | null): Float64Array {
  if (places === null) return ids;
  const picked = new Float64Array(places.length);
  append(picked, 0, ids, places);
  return picked;
}

/** Parts of the time. `starts` are the first IDs of each. */
type Parts = { starts: ArrayLike<number>; values: ArrayLike<number> };

/** Returns a function that writes the value of the part of each ID to the end of a column. IDs ascend. */
function createPartWriter({ starts, values }: Parts) {
  let part = 0;
  return (to: Uint32Array, end: number, ids: Float64Array): void => {
    for (let place = 0; place < ids.length; ) {
      while ((starts[part + 1] ?? Infinity) <= (ids[place] ?? 0)) part += 1;
      const next = placeOf(ids, starts[part + 1] ?? Infinity);
      to.fill(values[part] ?? 0, end + place, end + next);
      place = next;
    }
  };
}

/** The range and its bars, by the first millisecond of each. `to` is not included. */
export type BarRange = { from: number; to: number; starts: readonly number[] };

const barParts = ({ starts }: BarRange): Parts => ({
  starts: starts.map(boundPostId),
  values: starts.map((_, bar) => bar),
});

function hourParts(db: DatabaseSync, fromId: number, toId: number): Parts {
  const [first, end] = [secondOfPostId(fromId), secondOfPostId(toId)];
  const hours = [...localHours(first, end, listOffsets(first, end, readZone(db)))];
  return { starts: hours.map(({ start }) => start * idsPerSecond), values: hours.map(({ slot }) => slot) };
}

function createRows(size: number, others: number): AnalysedRows {
  const [stories, bars, hours] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(others)];
  return {
    stories,
    bars,
    hours,
    words: new Uint32Array(others),
    cities: new Uint32Array(others),
    owners: new Uint32Array(others),
  };
}

export const noRows = createRows(0, 0);

/** With `bars`, the columns other than `stories` and `bars` are empty. */
export function readAnalysedRows(
  db: DatabaseSync,
  filter: RowFilter,
  range: BarRange,
  wanted: 'all' | 'bars',
): AnalysedRows {
  const [fromId, toId] = [boundPostId(range.from), boundPostId(range.to)];
  const choose = createChoice(filter, fromId);
  const chunks = [...readChunks(db, columns, fromId, toId)].map((chunk) => ({ chunk, places: choose(chunk) }));
  const size = chunks.reduce((sum, { chunk, places }) => sum + (places ?? chunk.ids).length, 0);
  const rows = createRows(size, wanted === 'all' ? size : 0);
  const writeBars = createPartWriter(barParts(range));
  const writeHours = createPartWriter(hourParts(db, fromId, toId));
  let end = 0;
  for (const { chunk, places } of chunks) {
    const ids = pickIds(chunk.ids, places);
    append(rows.stories, end, chunk.stories, places);
    writeBars(rows.bars, end, ids);
    if (wanted === 'all') {
      writeHours(rows.hours, end, ids);
      append(rows.words, end, chunk.words, places);
      append(rows.cities, end, cityKeys.keysOf(chunk.cities), places);
      append(rows.owners, end, ownerKeys.keysOf(chunk.owners), places);
    }
    end += ids.length;
  }
  return rows;
}
