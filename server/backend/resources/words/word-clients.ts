/** Calls for administrators to list and change links: which client tracks which phrase. */
import * as v from 'valibot';
import * as messages from '../../../../shared/messages.ts';
import { conflict, unknownId } from '../../../platform/app-error.ts';
import { endpoint } from '../../http/endpoint.ts';
import { done, idQuery, ok, queryId, requiredMessages, total } from '../../http/schema-fields.ts';
import type { WordClientRow } from '../../store/word-links.ts';
import { clientId } from '../clients/client.ts';
import { namedWordId } from './word.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

const wordClientReply = v.strictObject({ ID: id, WordID: id, ClientID: v.string() });
const wordClientsReply = v.strictObject({ wordclients: v.array(wordClientReply), total });

const wordClientBody = v.object(
  { WordID: id, ClientID: clientId },
  requiredMessages({ ClientID: messages.chooseClient }),
);

const presentWordClient = (link: WordClientRow): v.InferOutput<typeof wordClientReply> => ({
  ID: link.id,
  WordID: link.wordId,
  ClientID: link.clientId,
});

const presentLinks = (rows: WordClientRow[]): v.InferOutput<typeof wordClientsReply> => ({
  wordclients: rows.map(presentWordClient),
  total: rows.length,
});

export const wordClients = [
  endpoint('GET', '/vknf/wordclients', 'admin', {
    summary: 'All links',
    reply: wordClientsReply,
    handle: async ({ store }) => presentLinks(await store.wordClients.list()),
  }),
  endpoint('GET', '/vknf/wordclients/forword', 'admin', {
    summary: 'The links of a phrase',
    query: v.object({ wordId: queryId }),
    reply: wordClientsReply,
    handle: async ({ store, query }) =>
      presentLinks(await store.wordClients.forWord(await namedWordId(store, query.wordId))),
  }),
  endpoint('GET', '/vknf/wordclients/forclient', 'admin', {
    summary: 'The links of a client',
    query: v.object({ clientId }),
    reply: wordClientsReply,
    handle: async ({ store, query }) => presentLinks(await store.wordClients.forClient(query.clientId)),
  }),
  endpoint('POST', '/vknf/wordclients/create', 'admin', {
    summary: 'Links a client to a phrase, which the client then tracks',
    body: wordClientBody,
    reply: wordClientReply,
    status: 201,
    handle: async ({ store, config, by, body }) => {
      const created = await store.wordClients.create(
        await namedWordId(store, body.WordID),
        body.ClientID,
        by,
        config.LIMIT_PHRASES,
      );
      if (created.outcome === 'duplicate') throw conflict(messages.wordTracked);
      if (created.outcome === 'too-many') throw conflict(messages.tooManyWords(config.LIMIT_PHRASES));
      if (created.outcome !== 'created') throw unknownId();
      return presentWordClient(created.link);
    },
  }),
  endpoint('POST', '/vknf/wordclients/delete', 'admin', {
    summary: 'Removes a link',
    query: idQuery,
    reply: done,
    handle: async ({ store, by, query }) => {
      if (!(await store.wordClients.delete(query.id, by))) throw unknownId();
      return ok;
    },
  }),
];
