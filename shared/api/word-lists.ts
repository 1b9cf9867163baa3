/** API calls for the options of phrase filters. */

import { listReader } from '../fields/field.ts';
import { type Word, wordFields } from '../fields/words.ts';
import { orderOf } from '../list-query.ts';
import * as messages from '../messages.ts';
import type { UserType } from '../roles.ts';
import { phraseOptionsMax } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';
import { defaultWordSort, loadWordsPage, noWordFilters } from './words.ts';

/** Loads the whole list: all phrases for an administrator, its own for a client. */
export function loadWords(viewer: UserType, clientId: string | null): Call<Word[]> {
  const path = viewer === 'admin' ? '/vknf/words' : withQuery('/vknf/words/client', { clientID: clientId });
  return get(path, listReader('words', wordFields), viewer === 'admin' ? messages.loadWords : messages.loadClientWords);
}

/** Loads the first phrases that contain the text; '' finds all. */
export function loadFirstWords(viewer: UserType, text: string): Call<Word[]> {
  const page = { limit: phraseOptionsMax, offset: 0, ...orderOf(defaultWordSort) };
  const call = loadWordsPage(viewer, page, { ...noWordFilters, text: text || null });
  return { ...call, read: (reply) => call.read(reply).rows };
}
