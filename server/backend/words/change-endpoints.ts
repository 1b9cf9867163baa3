/** Calls that change phrases. Their effect differs between administrators and clients. */
import type * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { badRequest, conflict, unknownId } from '../../platform/app-error.ts';
import { namedClient } from '../clients/named-client.ts';
import { endpoint } from '../http/endpoint.ts';
import { done, ok } from '../http/schema-fields.ts';
import type { Identity } from '../rules/account.ts';
import type { Store } from '../store/store.ts';
import type { WordChange } from '../store/words-store.ts';
import { describeOutcome } from './describe-outcome.ts';
import { findWord, namedWordId } from './find-visible-word.ts';
import { presentWord } from './present-word.ts';
import { readWordText } from './read-word-text.ts';
import { clientIdOption, wordBody, wordChange, wordIdQuery, wordReply } from './schemas.ts';

type Changing = { store: Store; viewer: Identity };

/** A phrase of an earlier version may have a text that is refused or cleaned today. Its other fields can be changed. */
async function readNewText({ store, viewer }: Changing, wordId: number, text: string): Promise<string> {
  if (text === (await findWord(store, viewer, wordId))?.text) return text;
  const read = await readWordText(store, text);
  if (read.error !== null) throw badRequest(read.error);
  return read.text;
}

type Change = v.InferOutput<typeof wordChange>;

/** Omits the fields that the body omits. */
const toChange = async (
  context: Changing,
  wordId: number,
  { Text, State, FullSearch }: Change,
): Promise<WordChange> => ({
  ...(Text === undefined ? {} : { text: await readNewText(context, wordId, Text) }),
  ...(State === undefined ? {} : { state: State }),
  ...(FullSearch === undefined ? {} : { fullSearch: FullSearch }),
});

export const wordChanges = [
  endpoint({
    method: 'POST',
    path: '/vknf/words/create',
    access: 'signed-in',
    summary:
      'Adds a phrase for a client. Links an existing phrase with the same text to the client. If that phrase is ' +
      'deleted, it stays deleted and the client gets a new phrase without the old posts',
    query: clientIdOption,
    body: wordBody,
    reply: wordReply,
    status: 201,
    handle: async ({ store, config, viewer, by, query, body }) => {
      const clientId = namedClient(viewer, query.clientID);
      if (!(await store.posts.isSearchable(body.Text))) throw badRequest(messages.queryTooDeep);
      const word = { text: body.Text, state: body.State, fullSearch: body.FullSearch };
      const created = await store.words.create(word, clientId, by, config.LIMIT_PHRASES);
      if (created.outcome === 'unknown-client') throw unknownId();
      if (created.outcome === 'already-tracked') throw conflict(messages.wordTracked);
      if (created.outcome === 'too-many') throw conflict(messages.tooManyWords(config.LIMIT_PHRASES));
      return presentWord(viewer.type === 'client' ? created.own : created.word, viewer);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/words/update',
    access: 'signed-in',
    summary:
      'Changes the given fields. A client’s change does not affect other clients. Deleted: false restores a deleted phrase ' +
      'with its posts and clients, for administrators only; 409 if another phrase has its text',
    query: wordIdQuery,
    body: wordChange,
    reply: wordReply,
    handle: async ({ store, viewer, by, query: { id }, body }) => {
      const isRestored = viewer.type === 'admin' && body.Deleted === false;
      const change = await toChange({ store, viewer }, id, body);
      const updated =
        viewer.type === 'client'
          ? await store.words.updateOfClient(id, viewer.clientId, change, by)
          : await store.words.update(
              await namedWordId(store, id),
              isRestored ? { ...change, deleted: false } : change,
              by,
            );
      if (updated.outcome === 'unknown') throw unknownId();
      if (updated.outcome !== 'updated') throw conflict(describeOutcome(updated.outcome, isRestored));
      return presentWord(updated.word, viewer);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/words/delete',
    access: 'signed-in',
    summary:
      'Administrator: hides the phrase and its posts from everyone until it is restored. Client: stops tracking the phrase',
    query: wordIdQuery,
    reply: done,
    handle: async ({ store, viewer, by, query: { id }, now }) => {
      const deleted =
        viewer.type === 'client'
          ? await store.words.unlink(id, viewer.clientId, by)
          : await store.words.markDeleted(await namedWordId(store, id), now, by);
      if (!deleted) throw unknownId();
      return ok;
    },
  }),
];
