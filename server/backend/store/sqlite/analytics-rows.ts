/** Reads the rows of a selection with what analytics counts, from the packed columns alone but for texts and mutes. */
import type { DatabaseSync } from 'node:sqlite';
import { listOffsets, localHours } from '../../posts/local-hours.ts';
import { boundPostId, idsPerSecond, secondOfPostId } from '../post-id.ts';
import { listRows } from './post-counts.ts';
import type { PostSelection } from './post-selection.ts';
import type { ListedRows } from './range-counts.ts';
import { countChunkRows, readChunks } from './row-columns.ts';
import { readZone } from './time-zone.ts';

/** Rows in the order of their IDs. `hours` are hours of the local week, `bars` indexes of bars. */
export type AnalysedRows = {
  stories: Uint32Array;
  bars: Uint32Array;
  hours: Uint32Array;
  words: Uint32Array;
  cities: Uint32Array;
  owners: Float64Array;
};

/** What selects rows besides their times. `words` has 1 for the phrases that are wanted. */
export type RowFilter = { listed: ListedRows; words: Uint8Array } & Pick<PostSelection, 'ownerId' | 'cityId'>;

export function createRowFilter(db: DatabaseSync, selection: PostSelection): RowFilter {
  const { words, ownerId, cityId } = selection;
  const last = Number(db.prepare('SELECT max(word_id) AS id FROM words').get()?.id ?? 0);
  const isListed = 'only' in words;
  const wanted = new Uint8Array(last + 1).fill(isListed ? 0 : 1);
  for (const id of isListed ? words.only : words.except) wanted[id] = isListed ? 1 : 0;
  // The columns have words, sources and cities. The search index lists what matches the text, or what is muted.
  const others = { ...selection, words: { except: [] }, ownerId: null, cityId: null, stories: null, localTimes: null };
  return { listed: listRows(db, others), words: wanted, ownerId, cityId };
}

/** The range and its bars, by the first millisecond of each. `to` is not included. */
export type BarRange = { from: number; to: number; starts: readonly number[] };

/** Returns a function that returns the index of the part of an ID. Parts start at `starts`; IDs ascend. */
function createCursor(starts: ArrayLike<number>): (id: number) => number {
  let [part, end] = [0, starts[1] ?? Infinity];
  return (id) => {
    while (id >= end) {
      part += 1;
      end = starts[part + 1] ?? Infinity;
    }
    return part;
  };
}

/** Returns a function that returns whether the list lets a row pass. IDs ascend. */
function createListCheck({ ids, areExcluded }: ListedRows): (id: number) => boolean {
  let [place, next] = [0, ids[0] ?? Infinity];
  return (id) => {
    while (next < id) {
      place += 1;
      next = ids[place] ?? Infinity;
    }
    return (next === id) !== areExcluded;
  };
}

function createRows(capacity: number, others: number): AnalysedRows {
  const [stories, bars] = [new Uint32Array(capacity), new Uint32Array(capacity)];
  const [hours, words, cities] = [new Uint32Array(others), new Uint32Array(others), new Uint32Array(others)];
  return { stories, bars, hours, words, cities, owners: new Float64Array(others) };
}

export const noRows = createRows(0, 0);

const cut = ({ stories, bars, hours, words, cities, owners }: AnalysedRows, count: number): AnalysedRows => ({
  stories: stories.subarray(0, count),
  bars: bars.subarray(0, count),
  hours: hours.subarray(0, count),
  words: words.subarray(0, count),
  cities: cities.subarray(0, count),
  owners: owners.subarray(0, count),
});

const columns = ['stories', 'words', 'cities', 'owners'] as const;

/** With `bars`, the columns other than `stories` and `bars` are empty. */
export function readAnalysedRows(
  db: DatabaseSync,
  { listed, words, ownerId, cityId }: RowFilter,
  { from, to, starts }: BarRange,
  wanted: 'all' | 'bars',
): AnalysedRows {
  const [fromId, toId] = [boundPostId(from), boundPostId(to)];
  const [first, end] = [secondOfPostId(fromId), secondOfPostId(toId)];
  const hours = [...localHours(first, end, listOffsets(first, end, readZone(db)))];
  const slots = Uint8Array.from(hours, ({ slot }) => slot);
  const barOf = createCursor(starts.map(boundPostId));
  const hourOf = createCursor(Float64Array.from(hours, ({ start }) => start * idsPerSecond));
  const passesList = createListCheck(listed);
  const capacity = countChunkRows(db, fromId, toId);
  const rows = createRows(capacity, wanted === 'all' ? capacity : 0);
  let count = 0;
  const { stories, bars, hours: ofHours, words: ofWords, cities, owners } = rows;
  for (const chunk of readChunks(db, columns, fromId, toId)) {
    const { ids, stories: chunkStories, words: chunkWords, cities: chunkCities, owners: chunkOwners } = chunk;
    for (let row = 0; row < ids.length; row += 1) {
      const word = chunkWords[row] ?? 0;
      if (words[word] !== 1) continue;
      const id = ids[row] ?? 0;
      if (!passesList(id)) continue;
      const owner = chunkOwners[row] ?? 0;
      if (ownerId !== null && owner !== ownerId) continue;
      const city = chunkCities[row] ?? 0;
      if (cityId !== null && city !== cityId) continue;
      stories[count] = chunkStories[row] ?? 0;
      bars[count] = barOf(id);
      if (wanted === 'all') {
        ofHours[count] = slots[hourOf(id)] ?? 0;
        ofWords[count] = word;
        cities[count] = city;
        owners[count] = owner;
      }
      count += 1;
    }
  }
  return cut(rows, count);
}
