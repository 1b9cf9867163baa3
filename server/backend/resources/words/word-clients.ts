/** Calls for administrators to list and change links: which client tracks which phrase. */
import * as v from 'valibot';
import type { ReplyTable } from '../../../../shared/fields/field.ts';
import * as messages from '../../../../shared/messages.ts';
import { conflict, unknownId } from '../../../platform/app-error.ts';
import { endpoint, existing } from '../../http/endpoint.ts';
import { pageOf } from '../../http/reply.ts';
import { idQuery, queryId, requiredMessages } from '../../http/schema-fields.ts';
import { clientId } from '../clients/client.ts';
import { namedWordId } from './word.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

const linkFields = {
  id: { api: 'ID', type: 'id' },
  wordId: { api: 'WordID', type: 'id' },
  clientId: { api: 'ClientID', type: 'text' },
} as const satisfies ReplyTable;
const wordClientBody = v.object(
  { WordID: id, ClientID: clientId },
  requiredMessages({ ClientID: messages.chooseClient }),
);

export const wordClients = [
  endpoint('GET', '/vknf/wordclients', 'admin', {
    summary: 'All links',
    reply: pageOf('wordclients', linkFields),
    handle: ({ store }) => store.wordClients.list(),
  }),
  endpoint('GET', '/vknf/wordclients/forword', 'admin', {
    summary: 'The links of a phrase',
    query: v.object({ wordId: queryId }),
    reply: pageOf('wordclients', linkFields),
    handle: async ({ store, query }) => store.wordClients.forWord(await namedWordId(store, query.wordId)),
  }),
  endpoint('GET', '/vknf/wordclients/forclient', 'admin', {
    summary: 'The links of a client',
    query: v.object({ clientId }),
    reply: pageOf('wordclients', linkFields),
    handle: ({ store, query }) => store.wordClients.forClient(query.clientId),
  }),
  endpoint('POST', '/vknf/wordclients/create', 'admin', {
    summary: 'Links a client to a phrase, which the client then tracks',
    body: wordClientBody,
    reply: linkFields,
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
      return created.link;
    },
  }),
  endpoint('POST', '/vknf/wordclients/delete', 'admin', {
    summary: 'Removes a link',
    query: idQuery,
    handle: async ({ store, by, query }) => existing(await store.wordClients.delete(query.id, by)),
  }),
];
