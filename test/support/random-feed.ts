/** Phrases of two clients for random posts, and the feed's filters in JavaScript, to compare the backend's with. */
import fc from 'fast-check';
import { matchesSearch } from '../../server/backend/search/query-tree.ts';
import { parseSearchQuery } from '../../server/backend/search/search-query.ts';
import type { PostRow, PostScope } from '../../server/backend/store/posts-store.ts';
import { startTestBackend, type TestBackend, type TestBackendOptions } from './backend.ts';

export const asker = { type: 'admin', adminId: 1, username: 'admin' } as const;

const wordTexts = ['метро', 'выборы', 'ремонт', 'скрытая', 'чужая', 'чужая скрытая'];

/** Phrases up to this index are of the client, the others of another. */
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

/** Null, or a value of the arbitrary, equally often. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 1 });

type Filters = Pick<PostScope, 'wordId' | 'ownerId' | 'cityId' | 'text' | 'from' | 'to'>;
type FilteredRow = Pick<PostRow, 'wordId' | 'ownerId' | 'cityId' | 'text' | 'postedAt'>;

/** Returns whether a row passes the filters. An unreadable text finds nothing. */
export function createFilter({ wordId, ownerId, cityId, text, from, to }: Filters): (row: FilteredRow) => boolean {
  const isSearch = text !== null && text.trim() !== '';
  const query = isSearch ? parseSearchQuery(text) : null;
  return (row) =>
    (wordId === null || row.wordId === wordId) &&
    (ownerId === null || row.ownerId === ownerId) &&
    (cityId === null || row.cityId === cityId) &&
    (from === null || row.postedAt >= from) &&
    (to === null || row.postedAt < to) &&
    (!isSearch || (query !== null && matchesSearch(row.text ?? '', query)));
}
