/** Phrases: creation, change and deletion, which mean something else to each kind of user (section 6). */

import * as messages from '../../../shared/messages.ts';
import { badRequest, conflict, forbidden, unknownId } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import { done, ok } from '../http/schema-fields.ts';
import type { Identity } from '../store/sessions-store.ts';
import { presentWord } from './present-word.ts';
import { clientIdOption, wordBody, wordChange, wordIdQuery, wordReply } from './schemas.ts';

/** A client creates for itself; an administrator must choose for whom. */
function trackingClient(viewer: Identity, clientId: string | undefined): string {
  if (viewer.type === 'client') {
    if (clientId !== undefined && clientId !== viewer.clientId) throw forbidden();
    return viewer.clientId;
  }
  if (clientId === undefined) throw badRequest(messages.chooseClient);
  return clientId;
}

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
      const clientId = trackingClient(viewer, query.clientID);
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
      'Changes the given fields; what other clients track too stays as it is for them. An administrator restores a ' +
      'deleted phrase with its posts and clients by Deleted: false; 409 while another phrase has its text',
    query: wordIdQuery,
    body: wordChange,
    reply: wordReply,
    handle: async ({ store, viewer, query: { id }, body }) => {
      const change = {
        ...(body.Text === undefined ? {} : { text: body.Text }),
        ...(body.State === undefined ? {} : { state: body.State }),
        ...(body.FullSearch === undefined ? {} : { fullSearch: body.FullSearch }),
      };
      const updated =
        viewer.type === 'client'
          ? await store.words.updateOfClient(id, viewer.clientId, change)
          : await store.words.update(id, body.Deleted === undefined ? change : { ...change, deleted: body.Deleted });
      if (updated.outcome === 'unknown') throw unknownId();
      if (updated.outcome === 'duplicate') {
        throw conflict(body.Deleted === false ? messages.wordNotRestored : messages.wordExists);
      }
      if (updated.outcome === 'shared') throw conflict(messages.wordShared);
      return presentWord(updated.word, viewer);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/words/delete',
    access: 'signed-in',
    summary: 'An administrator marks the phrase and its posts deleted; a client stops tracking it',
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
