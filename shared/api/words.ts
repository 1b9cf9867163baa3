/** API calls for phrases (docs/product/api.md), and the readers of their replies. */

import { listReader, type ReplyTable, readRow, rowReader } from '../fields/field.ts';
import { type Word, type WordSortColumn, wordFields } from '../fields/words.ts';
import type { Order, Query, Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { type Page, readCount, readList, readNullable, readNumber, readObject, readPage, readText } from '../read.ts';
import type { UserType } from '../roles.ts';
import { wordsPageSize } from '../rules/limits.ts';
import { type HealthVerdict, healthFields, type WordHealth } from '../rules/word-health.ts';
import type { WordState } from '../rules/word-states.ts';
import { type Call, get, withQuery } from './call.ts';

export const defaultWordSort: Sort<WordSortColumn> = { column: 'word_id', descending: true };

/**
 * The filters of a page of phrases; null filters nothing. `text` is a substring of the phrase, `health` the verdict on its
 * card, `client` a substring of the ID or name of one of its clients, for administrators. They need our own
 * backend.
 */
export type WordFilters = {
  text: string | null;
  state: WordState | null;
  health: HealthVerdict | null;
  client: string | null;
  deleted: true | null;
};

export const wordFilterQuery = (filters: WordFilters): Query => ({ ...filters, deleted: filters.deleted && 'true' });

export const noWordFilters: WordFilters = { text: null, state: null, health: null, client: null, deleted: null };

export const readWord = rowReader(wordFields);

/** `walls`: also the phrases of walls, which are not in lists of phrases. Our own backend only. */
export function loadWordsPage(
  viewer: UserType,
  query: Order<WordSortColumn> & { limit?: number; offset: number; walls?: 'true' | null },
  filters: WordFilters = noWordFilters,
): Call<Page<Word>> {
  const path = viewer === 'admin' ? '/vknf/words/paginated' : '/vknf/words/paginated/client';
  return get(
    withQuery(path, { limit: wordsPageSize, ...query, ...wordFilterQuery(filters) }),
    (reply) => readPage(reply, 'words', readWord),
    viewer === 'admin' ? messages.loadWords : messages.loadClientWords,
  );
}

export const loadWord = (id: number): Call<Word> => get(`/vknf/words/${id}`, readWord, messages.loadWords);

/** `id` is null when the backend suggests only texts. */
export type WordSuggestion = { id: number | null; text: string };

function readSuggestion(raw: unknown): WordSuggestion {
  const text = readNullable(raw);
  if (text !== null) return { id: null, text };
  const { WordID, Text } = readObject(raw);
  return { id: readNumber(WordID, 0) || null, text: readText(Text) };
}

/** Loads phrases that may match the text. Callers filter the reply (`matchWords`), because some backends ignore `q`. */
export const loadWordSuggestions = (text: string): Call<WordSuggestion[]> =>
  get(
    withQuery('/vknf/words/autocomplete', { q: text }),
    (reply) => readList(reply, 'words', readSuggestion).filter((suggestion) => suggestion.text !== ''),
    messages.loadSuggestions,
  );

/** Loads the live count of a phrase from the search index, or -1 if it is unknown. */
export const loadWordPostCount = (viewer: UserType, wordId: number, wordText: string): Call<number> =>
  get(
    withQuery(viewer === 'admin' ? '/vknf/posts/count/word' : '/vknf/posts/count/word/client', { wordId, wordText }),
    readCount,
    messages.loadPosts,
  );

/** Loads live counts by phrase ID, -1 for an unknown one. Our own backend only. */
export const loadWordPostCounts = (wordIds: readonly number[]): Call<ReadonlyMap<number, number>> =>
  get(
    `/vknf/posts/count/words?wordIds=${wordIds.join(',')}`,
    (reply) =>
      new Map(
        readList(reply, 'counts', (item) => {
          const { WordID, total } = readObject(item);
          return [readNumber(WordID), readNumber(total)] as const;
        }),
      ),
    messages.loadPosts,
  );

/**
 * Takes at most 100 IDs. The reply omits phrases that are not computed yet, and phrases that the viewer may not see.
 */
export const loadWordHealth = (wordIds: readonly number[]): Call<WordHealth[]> =>
  get(`/vknf/words/health?wordIds=${wordIds.join(',')}`, listReader('health', healthFields), messages.loadWords);

/** Posts of the last 30 days without copies. `total` is the sum, `totals` has a number per day from `from` on. */
export type WordDays = { from: string; words: ReadonlyMap<number, { total: number; totals: number[] }> };

export const wordDayFields = {
  wordId: { api: 'WordID', type: 'id' },
  total: { api: 'Total', type: 'id' },
  totals: { api: 'Totals', type: 'numbers' },
} as const satisfies ReplyTable;

function readWordDays(reply: unknown): WordDays {
  const words = readList(reply, 'Days', (item) => {
    const { wordId, ...figures } = readRow(wordDayFields, item);
    return [wordId, figures] as const;
  });
  return { from: readText(readObject(reply).From), words: new Map(words) };
}

/** Our own backend only. Takes at most 100 IDs. The reply omits phrases that the viewer may not see. */
export const loadWordDays = (wordIds: readonly number[]): Call<WordDays> =>
  get(`/vknf/posts/count/words/days?wordIds=${wordIds.join(',')}`, readWordDays, messages.loadPosts);
