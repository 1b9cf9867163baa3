/** API calls of a phrase's own button. The page of phrases loads them at first, word-changes.ts later. */
import * as messages from '../messages.ts';
import { change, withQuery } from './call.ts';

/** Our own backend only. Administrators only. */
export const restoreWord = (id: number) =>
  change(withQuery('/vknf/words/update', { id }), messages.restoreWord, { Deleted: false });

export const deleteWord = (id: number) => change(withQuery('/vknf/words/delete', { id }), messages.deleteWord);
