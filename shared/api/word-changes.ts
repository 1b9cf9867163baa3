/** API calls that change one phrase: they load with a dialog. */

import type { Word } from '../fields/words.ts';
import * as messages from '../messages.ts';
import { type Call, post, withQuery } from './call.ts';
import { readNothing } from './read.ts';
import { readWord } from './words.ts';

export type WordInput = { Text: string; State: string; FullSearch: boolean };

export const createWord = (word: WordInput, clientId: string | null): Call<null> =>
  post(withQuery('/vknf/words/create', { clientID: clientId }), word, readNothing, messages.createWord);

/** Returns the changed phrase, or null when the backend only confirms the change. */
export const updateWord = (id: number, word: WordInput): Call<Word | null> =>
  post(
    withQuery('/vknf/words/update', { id }),
    word,
    (reply) => (typeof reply === 'object' && reply !== null && 'WordID' in reply ? readWord(reply) : null),
    messages.updateWord,
  );

/** Requires the capability `trash`. Administrators only. */
export const restoreWord = (id: number): Call<null> =>
  post(withQuery('/vknf/words/update', { id }), { Deleted: false }, readNothing, messages.restoreWord);

export const deleteWord = (id: number): Call<null> =>
  post(withQuery('/vknf/words/delete', { id }), undefined, readNothing, messages.deleteWord);
