/** Calls that change phrases. They mean different things for administrators and clients. */
import type * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { namedClient } from '../clients/named-client.ts';
import { endpoint } from '../http/endpoint.ts';
import { done, ok } from '../http/schema-fields.ts';
import type { WordChange } from '../store/words-store.ts';
import { presentWord } from './present-word.ts';
import { clientIdOption, wordBody, wordChange, wordIdQuery, wordReply } from './schemas.ts';

/** Fields that the body leaves out do not appear in the change either. */
const toChange = ({ Text, State, FullSearch }: v.InferOutput<typeof wordChange>): WordChange => ({
  ...(Text === undefined ? {} : { text: Text }),
  ...(State === undefined ? {} : { state: State }),
  ...(FullSearch === undefined ? {} : { fullSearch: FullSearch }),
});

export const wordChanges = [
  endpoint({
    method: 'POST',
    path: '/vknf/words/create',
    access: 'signed-in',
    summary:
      'Adds a phrase for a client. An existing phrase with the text is linked to the client. A deleted one stays ' +
      'deleted for everyone: the client gets a new phrase, with posts from then on',
    query: clientIdOption,
    body: wordBody,
    reply: wordReply,
    status: 201,
    handle: async ({ store, viewer, query, body }) => {
      const clientId = namedClient(viewer, query.clientID);
      const word = { text: body.Text, state: body.State, fullSearch: body.FullSearch };
      const created = await store.words.create(word, clientId);
      if (created.outcome === 'unknown-client') throw unknownId();
      if (created.outcome === 'already-tracked') throw conflict(messages.wordTracked);
      return presentWord(created.word, viewer);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/words/update',
    access: 'signed-in',
    summary:
      'Changes the given fields. A client’s change never changes a phrase for other clients. An administrator restores a ' +
      'deleted phrase with its posts and clients by Deleted: false; 409 while another phrase has its text',
    query: wordIdQuery,
    body: wordChange,
    reply: wordReply,
    handle: async ({ store, viewer, query: { id }, body }) => {
      const isRestored = viewer.type === 'admin' && body.Deleted === false;
      const change = toChange(body);
      const updated =
        viewer.type === 'client'
          ? await store.words.updateOfClient(id, viewer.clientId, change)
          : await store.words.update(id, isRestored ? { ...change, deleted: false } : change);
      if (updated.outcome === 'unknown') throw unknownId();
      if (updated.outcome === 'duplicate') {
        throw conflict(isRestored ? messages.wordNotRestored : messages.wordExists);
      }
      if (updated.outcome === 'shared') throw conflict(messages.wordShared);
      return presentWord(updated.word, viewer);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/words/delete',
    access: 'signed-in',
    summary: 'An administrator hides the phrase with its posts from everyone, restorably; a client stops tracking it',
    query: wordIdQuery,
    reply: done,
    handle: async ({ store, viewer, query: { id }, now }) => {
      const deleted =
        viewer.type === 'client'
          ? await store.words.unlink(id, viewer.clientId)
          : await store.words.markDeleted(id, now);
      if (!deleted) throw unknownId();
      return ok;
    },
  }),
];
