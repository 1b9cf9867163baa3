/** Phrases: lists, pages and suggestions; what changes them stands in word-changes.ts. */

import * as messages from '../../../shared/messages.ts';
import { badRequest, forbidden, unknownId } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import type { Identity } from '../store/sessions-store.ts';
import { presentWord } from './present-word.ts';
import {
  clientIdOption,
  clientWordsPageQuery,
  wordListQuery,
  wordParams,
  wordReply,
  wordSuggestionsQuery,
  wordSuggestionsReply,
  wordsPageQuery,
  wordsReply,
} from './schemas.ts';

/** With a text to look for, no more suggestions than this. */
const suggestionsLimit = 50;
const everything = -1;

/** Whose phrases are asked for: a client's own, or those of the client whom an administrator names. */
function wantedClient(viewer: Identity, clientId: string | undefined): string {
  if (viewer.type === 'admin') {
    if (clientId === undefined) throw badRequest(messages.chooseClient);
    return clientId;
  }
  if (clientId !== undefined && clientId !== viewer.clientId) throw forbidden();
  return viewer.clientId;
}

export const words = [
  endpoint({
    method: 'GET',
    path: '/vknf/words',
    access: 'admin',
    summary: 'All phrases, the newest first; with deleted=true those that can be restored',
    query: wordListQuery,
    reply: wordsReply,
    handle: async ({ store, viewer, query }) => {
      const rows = await store.words.list(query.deleted);
      return { words: rows.map((row) => presentWord(row, viewer)), total: rows.length };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/words/client',
    access: 'signed-in',
    summary: 'All phrases of a client: one’s own, or of the client whom an administrator names',
    query: clientIdOption,
    reply: wordsReply,
    handle: async ({ store, viewer, query }) => {
      const rows = await store.words.listOfClient(wantedClient(viewer, query.clientID));
      return { words: rows.map((row) => presentWord(row, viewer)), total: rows.length };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/words/autocomplete',
    access: 'signed-in',
    summary: 'Phrases that contain the text, whatever the case; a client sees its own only',
    query: wordSuggestionsQuery,
    reply: wordSuggestionsReply,
    handle: async ({ store, viewer, query }) => {
      const clientId = viewer.type === 'client' ? viewer.clientId : null;
      const rows = await store.words.suggest(query.q, clientId, query.q === '' ? everything : suggestionsLimit);
      return { words: rows.map(({ wordId, text }) => ({ WordID: wordId, Text: text })), total: rows.length };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/words/paginated',
    access: 'admin',
    summary: 'One page of all phrases',
    query: wordsPageQuery,
    reply: wordsReply,
    handle: async ({ store, viewer, query }) => {
      const { rows, total } = await store.words.page(query);
      return { words: rows.map((row) => presentWord(row, viewer)), total };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/words/paginated/client',
    access: 'signed-in',
    summary: 'One page of a client’s phrases: one’s own, or of the client whom an administrator names',
    query: clientWordsPageQuery,
    reply: wordsReply,
    handle: async ({ store, viewer, query: { clientID, ...page } }) => {
      const { rows, total } = await store.words.pageOfClient(wantedClient(viewer, clientID), page);
      return { words: rows.map((row) => presentWord(row, viewer)), total };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/words/{id}',
    access: 'signed-in',
    summary: 'One phrase; a client sees its own only, an administrator deleted ones too',
    params: wordParams,
    reply: wordReply,
    handle: async ({ store, viewer, params }) => {
      const word = await store.words.get(params.id);
      const visible = word && (viewer.type === 'admin' || (!word.deleted && word.clients.includes(viewer.clientId)));
      if (!visible) throw unknownId();
      return presentWord(word, viewer);
    },
  }),
];
