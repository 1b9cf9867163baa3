/** Phrases of two clients for random posts, and the feed's filters in JavaScript, with which to compare the backend's. */

import { matchesSearch } from '../../server/backend/rules/search/query-tree.ts';
import { parseSearchQuery } from '../../server/backend/rules/search/search-query.ts';
import type { FeedFilter, PostRow } from '../../server/backend/store/posts-store.ts';
import { cityCode } from '../../shared/rules/city-code.ts';
import { createWeekTime } from './arbitraries.ts';
import { startTestBackend, type TestBackend, type TestBackendOptions } from './backend.ts';

export const asker = { type: 'admin', adminId: 1, username: 'admin' } as const;

const wordTexts = ['метро', 'выборы', 'ремонт', 'скрытая', 'чужая', 'чужая скрытая'];

/** Phrases up to this index belong to the client, the others to another one. */
export const lastOwnIndex = 3;

export type RandomFeed = { backend: TestBackend; clientId: string; wordIds: number[] };

export async function startRandomFeed(options?: TestBackendOptions): Promise<RandomFeed> {
  const backend = await startTestBackend(options);
  const { clientId } = await backend.createClient('Свой');
  const other = await backend.createClient('Чужой');
  const wordIds: number[] = [];
  for (const [index, text] of wordTexts.entries()) {
    const word = await backend.createWord(index <= lastOwnIndex ? clientId : other.clientId, { text });
    wordIds.push(word.wordId);
  }
  return { backend, clientId, wordIds };
}

type Filters = Pick<FeedFilter, 'word' | 'words' | 'owner' | 'city' | 'text' | 'from' | 'to' | 'weekday' | 'hour'>;
type FilteredRow = Pick<PostRow, 'wordId' | 'ownerId' | 'cityId' | 'text' | 'postedAt'>;

/** Returns a function that turns filters into a predicate of rows. An invalid search text matches nothing. */
export function filtersOf(timeZone: string): (filters: Filters) => (row: FilteredRow) => boolean {
  const weekTime = createWeekTime(timeZone);
  return ({ word, words, owner, city, text, from, to, weekday, hour }) => {
    const isSearch = text !== null && text.trim() !== '';
    const query = isSearch ? parseSearchQuery(text) : null;
    return (row) =>
      (word === null || row.wordId === word) &&
      (words === null || words.includes(row.wordId)) &&
      (owner === null || row.ownerId === owner) &&
      (city === null || cityCode.of(row.cityId) === city) &&
      (from === null || row.postedAt >= from) &&
      (to === null || row.postedAt < to) &&
      (weekday === null || weekTime(row.postedAt).weekday === weekday) &&
      (hour === null || weekTime(row.postedAt).hour === hour) &&
      (!isSearch || (query !== null && matchesSearch(row.text ?? '', query)));
  };
}

const two = (value: number) => String(value).padStart(2, '0');

/** SQL functions for tests: parts of the local time of a time in milliseconds. `local_time` is the start of the hour. */
export function localTimeFunctions(timeZone: string): Record<string, (time: number) => string | number> {
  const weekTime = createWeekTime(timeZone);
  const day = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offset = (time: number) =>
    zone
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.replace('GMT', '');
  return {
    local_day: (time) => day.format(time),
    local_weekday: (time) => weekTime(time).weekday,
    local_hour: (time) => weekTime(time).hour,
    local_time: (time) => `${day.format(time)}T${two(weekTime(time).hour)}:00:00${offset(time)}`,
  };
}
