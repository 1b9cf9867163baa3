/** Calls that read phrases (lists, pages, suggestions), and their health. */
import * as v from 'valibot';
import { wordTextMax } from '../../../../shared/rules/limits.ts';
import { healthFields } from '../../../../shared/rules/word-health.ts';
import { wordCountsQuery } from '../../domain/feed-filter.ts';
import { endpoint } from '../../http/endpoint.ts';
import { listOf } from '../../http/reply.ts';
import { idQuery, queryBoolean, text, total } from '../../http/schema-fields.ts';
import { accountOf, clientOf } from '../../rules/account.ts';
import { integer } from '../../rules/reply-values.ts';
import { namedClient } from '../clients/client.ts';
import { exported } from '../journal.ts';
import {
  clientIdOption,
  clientWordsPageQuery,
  findVisibleWord,
  presentWord,
  wordReply,
  wordsPageQuery,
  wordsReply,
} from './word.ts';

/** The maximum number of suggestions for a text; an empty text returns all phrases. */
const suggestionsMax = 50;
const unlimited = Number.MAX_SAFE_INTEGER;

export const words = [
  endpoint('GET', '/vknf/words', 'admin', {
    summary: 'All phrases, newest first; with deleted=true the deleted ones',
    query: v.object({ deleted: v.optional(queryBoolean, 'false') }),
    reply: wordsReply,
    handle: async ({ store, viewer, query }) => {
      const rows = await store.words.list(query.deleted);
      return { words: rows.map((row) => presentWord(row, viewer)), total: rows.length };
    },
  }),
  endpoint('GET', '/vknf/words/client', 'signed-in', {
    summary: 'All phrases of a client; a client may name only itself, an administrator must name one',
    query: clientIdOption,
    reply: wordsReply,
    handle: async ({ store, viewer, query }) => {
      const all = await store.words.listOfClient(namedClient(viewer, query.clientID), viewer.type);
      const rows = all.filter(({ wallId }) => wallId === null);
      return { words: rows.map((row) => presentWord(row, viewer)), total: rows.length };
    },
  }),
  endpoint('GET', '/vknf/words/autocomplete', 'signed-in', {
    summary: 'Phrases that contain the text, ignoring case; for a client, its own phrases only',
    query: v.object({ q: v.optional(text(wordTextMax), '') }),
    reply: v.strictObject({
      words: v.array(v.strictObject({ WordID: integer, Text: v.string() })),
      total,
    }),
    handle: async ({ store, viewer, query }) => {
      const clientId = viewer.type === 'client' ? viewer.clientId : null;
      const rows = await store.words.suggest(query.q, clientId, query.q === '' ? unlimited : suggestionsMax);
      return { words: rows.map(({ shownId, text }) => ({ WordID: shownId, Text: text })), total: rows.length };
    },
  }),
  endpoint('GET', '/vknf/words/paginated', 'admin', {
    summary:
      'One page of all phrases, or with deleted=true of the deleted ones: those that contain `text`, have the state and the ' +
      'verdict `health`, and are tracked by a client with `client` in its ID or name',
    query: wordsPageQuery,
    reply: wordsReply,
    handle: exported('words', async ({ store, viewer, query }) => {
      const { rows, total } = await store.words.page(query);
      return { words: rows.map((row) => presentWord(row, viewer)), total };
    }),
  }),
  endpoint('GET', '/vknf/words/paginated/client', 'signed-in', {
    summary: 'One page of the phrases of a client; a client may name only itself, an administrator must name one',
    query: clientWordsPageQuery,
    reply: wordsReply,
    handle: exported('words', async ({ store, viewer, query: { clientID, ...page } }) => {
      const { rows, total } = await store.words.pageOfClient(namedClient(viewer, clientID), page, viewer.type);
      return { words: rows.map((row) => presentWord(row, viewer)), total };
    }),
  }),
  endpoint('GET', '/vknf/words/{id}', 'signed-in', {
    summary: 'One phrase; for a client, one of its own; for an administrator, also a deleted one',
    params: idQuery,
    reply: wordReply,
    handle: async ({ store, viewer, params }) => presentWord(await findVisibleWord(store, viewer, params.id), viewer),
  }),
  endpoint('GET', '/vknf/words/health', 'signed-in', {
    summary:
      'The verdicts on several phrases, computed once a day; leaves out those that are not computed or not visible',
    query: wordCountsQuery,
    reply: listOf('health', healthFields),
    handle: async ({ store, viewer, query: { wordIds } }) => {
      const rows = await store.wordHealth.list(wordIds, clientOf(accountOf(viewer)));
      const health = rows.map(({ shownId: wordId, overlap, ...row }) => ({
        ...row,
        wordId,
        overlap: overlap && { ...overlap, id: overlap.otherId },
      }));
      return { health };
    },
  }),
];
