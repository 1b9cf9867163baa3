/** API calls for the options of phrase filters. */

import type { BackendKind } from '../backend-kind.ts';
import { listReader } from '../fields/field.ts';
import { type Word, wordFields } from '../fields/words.ts';
import { orderOf } from '../list-query.ts';
import * as messages from '../messages.ts';
import type { WordOption } from '../pages/islands.ts';
import type { UserType } from '../roles.ts';
import { phraseOptionsMax } from '../rules/limits.ts';
import { type Call, get, withQuery } from './call.ts';
import { defaultWordSort, loadWordsPage, noWordFilters } from './words.ts';

/** Loads the whole list: all phrases for an administrator, its own for a client. */
export function loadWords(viewer: UserType, clientId: string | null): Call<Word[]> {
  const path = viewer === 'admin' ? '/vknf/words' : withQuery('/vknf/words/client', { clientID: clientId });
  return get(path, listReader('words', wordFields), viewer === 'admin' ? messages.loadWords : messages.loadClientWords);
}

/** Loads the options of a phrase select; null if there are too many. The limit is one more, because a total may be unknown. */
export function loadWordOptions(viewer: UserType, backendKind: BackendKind): Call<WordOption[] | null> {
  const page = { limit: phraseOptionsMax + 1, offset: 0, ...orderOf(defaultWordSort) };
  const call = loadWordsPage(viewer, { ...page, walls: backendKind === 'own' ? 'true' : null });
  const read = (reply: unknown) => {
    const { rows, total } = call.read(reply);
    return Math.max(total, rows.length) > phraseOptionsMax ? null : rows.map(({ id, text }) => ({ id, text }));
  };
  return { ...call, read };
}

/** Loads the first phrases that contain the text; '' finds all. */
export function loadFirstWords(viewer: UserType, text: string, backendKind: BackendKind): Call<Word[]> {
  const walls = backendKind === 'own' ? 'true' : null;
  const page = { limit: phraseOptionsMax, offset: 0, ...orderOf(defaultWordSort), walls } as const;
  const call = loadWordsPage(viewer, page, { ...noWordFilters, text: text || null });
  return { ...call, read: (reply) => call.read(reply).rows };
}
