/** The API calls of the capability `bulk`: changes of many phrases, and phrases from a list. */
import * as messages from '../messages.ts';
import type { BulkFailure } from './bulk.ts';
import { type Call, get, post, withQuery } from './call.ts';
import { readList, readNumber, readObject, readText } from './read.ts';
import { type WordFilters, wordFilterQuery } from './words.ts';

/** `delete` is what a single deletion is for the viewer. `restore` requires the capability `trash`. */
export const bulkActions = ['freeze', 'activate', 'full-search', 'delete', 'restore'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Loads the IDs of all phrases that the filters find. */
export const loadWordIds = (filters: WordFilters): Call<number[]> =>
  get(
    withQuery('/vknf/words/ids', wordFilterQuery(filters)),
    (reply) => readList(reply, 'ids', (id) => readNumber(id)),
    messages.loadWords,
  );

/** At most `bulkMax` IDs. Returns those that were not changed. */
export const changeWords = (action: BulkAction, ids: readonly number[]): Call<BulkFailure<number>[]> =>
  post(
    '/vknf/words/bulk',
    { Action: action, WordIDs: ids },
    (reply) =>
      readList(reply, 'Failed', (raw) => {
        const { WordID, Text, Error: error } = readObject(raw);
        const [id, text] = [readNumber(WordID), readText(Text)];
        return { id, name: text === '' ? `ID ${id}` : `«${text}»`, error: readText(error) };
      }),
    messages.updateWord,
  );

/** What saving a text would do, or did: nothing when the client tracks it already. */
export type TextOutcome = { tracked: boolean; error: string | null };

const readOutcomes = (reply: unknown): TextOutcome[] =>
  readList(reply, 'Lines', (item) => {
    const { Tracked, Error: error } = readObject(item);
    return { tracked: Tracked === true, error: readText(error) || null };
  });

/** Checks up to `wordChecksMax` texts, without saving. The outcomes have the order of the texts. */
export const checkWordTexts = (texts: readonly string[], clientId: string | null): Call<TextOutcome[]> =>
  post(withQuery('/vknf/words/check', { clientID: clientId }), { Texts: texts }, readOutcomes, messages.checkWords);

/** Adds up to `bulkMax` phrases for a client. The outcomes have the order of the texts. */
export const createWords = (texts: readonly string[], clientId: string | null): Call<TextOutcome[]> =>
  post(
    withQuery('/vknf/words/create/list', { clientID: clientId }),
    { Texts: texts },
    readOutcomes,
    messages.createWord,
  );
