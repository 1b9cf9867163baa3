/** API calls that change phrases: one, or many with our own backend. Only dialogs and the tools of a selection load them. */

import { listReader, type ReplyTable, type RowOf } from '../fields/field.ts';
import type { Word } from '../fields/words.ts';
import * as messages from '../messages.ts';
import { readList, readNumber, readObject, readText } from '../read.ts';
import { type BulkFailure, type Call, get, post, withQuery } from './call.ts';
import { seenAs } from './versioned.ts';
import { readWord, type WordFilters, wordFilterQuery } from './words.ts';

export type WordInput = { Text: string; State: string; FullSearch: boolean };

/** Returns the phrase, or null when the backend only confirms the change. */
const readSaved = (reply: unknown): Word | null =>
  typeof reply === 'object' && reply !== null && 'WordID' in reply ? readWord(reply) : null;

export const createWord = (word: WordInput, clientId: string | null): Call<Word | null> =>
  post(withQuery('/vknf/words/create', { clientID: clientId }), word, readSaved, messages.createWord);

/** Missing fields stay unchanged if the backend has versions. */
export const updateWord = (id: number, word: Partial<WordInput>, version: number | null): Call<Word | null> =>
  post(withQuery('/vknf/words/update', { id }), { ...word, ...seenAs(version) }, readSaved, messages.updateWord);

/** `delete` has the same effect as deleting a single phrase has for the viewer. `restore` needs our own backend. */
export const bulkActions = ['freeze', 'activate', 'full-search', 'delete', 'restore'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const loadWordIds = (filters: WordFilters): Call<number[]> =>
  get(
    withQuery('/vknf/words/ids', wordFilterQuery(filters)),
    (reply) => readList(reply, 'ids', (id) => readNumber(id)),
    messages.loadWords,
  );

/** Takes at most `bulkMax` IDs. Returns the phrases that were not changed. Calls with the same `batch` are one action. */
export const changeWords = (action: BulkAction, ids: readonly number[], batch: string): Call<BulkFailure<number>[]> =>
  post(
    '/vknf/words/bulk',
    { Action: action, WordIDs: ids, Batch: batch },
    (reply) =>
      readList(reply, 'Failed', (raw) => {
        const { WordID, Text, Error: error } = readObject(raw);
        const [id, text] = [readNumber(WordID), readText(Text)];
        return { id, name: text === '' ? `ID ${id}` : `«${text}»`, error: readText(error) };
      }),
    messages.updateWord,
  );

/** The outcome of saving a text, or of a check. `tracked`: the client already tracks it, so nothing is added. */
export const outcomeFields = {
  tracked: { api: 'Tracked', type: 'boolean' },
  error: { api: 'Error', type: 'plain' },
} as const satisfies ReplyTable;

export type TextOutcome = RowOf<typeof outcomeFields>;

const readOutcomes = listReader('Lines', outcomeFields);

/** Checks up to `wordChecksMax` texts without saving them. Returns an outcome per text, in their order. */
export const checkWordTexts = (texts: readonly string[], clientId: string | null): Call<TextOutcome[]> =>
  post(withQuery('/vknf/words/check', { clientID: clientId }), { Texts: texts }, readOutcomes, messages.checkWords);

/**
 * Adds up to `bulkMax` phrases for a client. Returns an outcome per text, in their order. Calls with the same `batch` are one
 * action.
 */
export const createWords = (texts: readonly string[], clientId: string | null, batch: string): Call<TextOutcome[]> =>
  post(
    withQuery('/vknf/words/create/list', { clientID: clientId }),
    { Texts: texts, Batch: batch },
    readOutcomes,
    messages.createWord,
  );
