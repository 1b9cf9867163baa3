/** The API calls of the capability `bulk`: changes of many phrases, and phrases from a list. */
import * as messages from '../messages.ts';
import { type Call, post, withQuery } from './call.ts';
import { readList, readObject, readText } from './read.ts';

/** `delete` is what a single deletion is for the viewer. `restore` requires the capability `trash`. */
export const bulkActions = ['freeze', 'activate', 'full-search', 'delete', 'restore'] as const;
export type BulkAction = (typeof bulkActions)[number];

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
