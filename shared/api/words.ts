/** API calls for phrases (docs/product.md, section 7), and the readers of their replies. */
import { readRow } from '../fields/field.ts';
import { type Word, type WordSortColumn, wordFields } from '../fields/words.ts';
import type { Query, Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import type { UserType } from '../roles.ts';
import { wordsPageSize } from '../rules/limits.ts';
import type { WordState } from '../rules/word-states.ts';
import { type Call, get, withQuery } from './call.ts';
import { readList, readNullable, readNumber, readObject, readText, readTotal } from './read.ts';
import type { HealthVerdict } from './word-health.ts';

export type WordsPage = { words: Word[]; total: number };

export const defaultWordSort: Sort<WordSortColumn> = { column: 'word_id', descending: true };

/**
 * The filters of a page; null filters nothing. `text` is a part of a phrase, `health` the verdict of its card, `client` a part of
 * the ID or the name of a client, for administrators. They require the capability `word-filters`; `deleted` requires `trash`.
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

export const readWord = (reply: unknown): Word => readRow(wordFields, reply);

function readWordsPage(reply: unknown): WordsPage {
  const words = readList(reply, 'words', readWord);
  return { words, total: readTotal(reply, words.length) };
}

/** Loads one page of phrases: all phrases for an administrator, their own for a client. */
export function loadWordsPage(
  viewer: UserType,
  query: { limit?: number; offset: number; orderBy: WordSortColumn; orderDirection: 'ASC' | 'DESC' },
  filters: WordFilters = noWordFilters,
): Call<WordsPage> {
  const path = viewer === 'admin' ? '/vknf/words/paginated' : '/vknf/words/paginated/client';
  return get(
    withQuery(path, { limit: wordsPageSize, ...query, ...wordFilterQuery(filters) }),
    readWordsPage,
    viewer === 'admin' ? messages.loadWords : messages.loadClientWords,
  );
}

/** Loads the whole list: all phrases for an administrator, their own for a client. */
export function loadWords(viewer: UserType, clientId: string | null): Call<Word[]> {
  const path = viewer === 'admin' ? '/vknf/words' : withQuery('/vknf/words/client', { clientID: clientId });
  return get(
    path,
    (reply) => readList(reply, 'words', readWord),
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
