/**
 * Calls that change phrases, one or many at once (capability `bulk`): a refused text does not stop the others. Their effect
 * differs for administrators and for clients.
 */
import * as v from 'valibot';
import { bulkActions, outcomeFields, type TextOutcome } from '../../../../shared/api/word-changes.ts';
import * as messages from '../../../../shared/messages.ts';
import { bulkMax, wordChecksMax } from '../../../../shared/rules/limits.ts';
import { badRequest, conflict, forbidden, unknownId } from '../../../platform/app-error.ts';
import { endpoint, existing } from '../../http/endpoint.ts';
import { listOf } from '../../http/reply.ts';
import { given, idQuery, total } from '../../http/schema-fields.ts';
import { type Identity, personTitle } from '../../rules/account.ts';
import type { Store } from '../../store/store.ts';
import type { WordChange } from '../../store/words-store.ts';
import { namedClient } from '../clients/client.ts';
import { batch, inBatch } from '../journal.ts';
import {
  clientIdOption,
  describeOutcome,
  findWord,
  namedWordId,
  presentWord,
  readWordText,
  wordBody,
  wordChange,
  wordFiltersQuery,
  wordReply,
} from './word.ts';

type Changing = { store: Store; viewer: Identity };

/** Accepts an unchanged text: a phrase of an earlier version may have one that would be refused or cleaned today. */
async function readNewText({ store, viewer }: Changing, wordId: number, text: string): Promise<string> {
  if (text === (await findWord(store, viewer, wordId))?.text) return text;
  const read = readWordText(text);
  if (read.error !== null) throw badRequest(read.error);
  return read.text;
}

type Change = v.InferOutput<typeof wordChange>;

const toChange = async (context: Changing, wordId: number, { Text, State, FullSearch }: Change): Promise<WordChange> =>
  given({
    text: Text === undefined ? undefined : await readNewText(context, wordId, Text),
    state: State,
    fullSearch: FullSearch,
  });

/** Throws a 409 if somebody has changed the text since the editor saw it. Clients do not learn which administrator it was. */
async function refuseOldText({ store, viewer }: Changing, wordId: number, { Text, OldText }: Change): Promise<void> {
  const text = OldText === undefined ? undefined : (await findWord(store, viewer, wordId))?.text;
  if (text === undefined || text === OldText || text === Text) return;
  const clientId = viewer.type === 'client' ? viewer.clientId : null;
  const who = await store.journal.findTextAuthor(text, clientId);
  const people = clientId === null ? [] : await store.people.list(clientId);
  const isNamed = who !== null && (clientId === null || [clientId, ...people.map(personTitle)].includes(who));
  throw conflict(messages.wordChanged(isNamed ? who : 'администратор', text));
}

const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const bulkBody = v.object({
  Action: v.picklist(bulkActions),
  WordIDs: v.pipe(
    v.array(id),
    v.minLength(1),
    v.maxLength(bulkMax),
    // A phrase that is named twice is changed once.
    v.transform((ids) => [...new Set(ids)]),
  ),
  Batch: batch,
});
/** Texts are checked one by one. */
const textsBody = (max: number) => v.object({ Texts: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(max)) });
const linesReply = listOf('Lines', outcomeFields);

/** Applies the work to the texts without an error. The lines of the reply are in the order of all texts. */
async function readLines(raw: readonly string[], work: (texts: string[]) => Promise<TextOutcome[]>) {
  const lines = raw.map(readWordText);
  const done = (await work(lines.flatMap(({ text }) => text ?? []))).values();
  return { Lines: lines.map(({ error }) => (error === null && done.next().value) || { tracked: false, error }) };
}

export const wordChanges = [
  endpoint('POST', '/vknf/words/create', 'editor', {
    keyScope: 'load',
    summary:
      'Adds a phrase for a client. Links an existing phrase with the same text to the client. If that phrase is ' +
      'deleted, it stays deleted and the client gets a new phrase without the old posts',
    query: clientIdOption,
    body: wordBody,
    reply: wordReply,
    status: 201,
    handle: async ({ store, config, viewer, by, query, body }) => {
      const clientId = namedClient(viewer, query.clientID);
      const word = { text: body.Text, state: body.State, fullSearch: body.FullSearch };
      const created = await store.words.create(word, clientId, by, config.LIMIT_PHRASES);
      if (created.outcome === 'unknown-client') throw unknownId();
      if (created.outcome === 'already-tracked')
        throw conflict(viewer.type === 'client' ? messages.ownWordTracked : messages.wordTracked);
      if (created.outcome === 'too-many') throw conflict(messages.tooManyWords(config.LIMIT_PHRASES));
      return presentWord(viewer.type === 'client' ? created.own : created.word, viewer);
    },
  }),
  endpoint('POST', '/vknf/words/update', 'editor', {
    summary:
      'Changes the given fields. A client’s change does not affect other clients. Deleted: false restores a deleted phrase ' +
      'with its posts and clients, for administrators only; 409 if another phrase has its text, or if its text is not OldText',
    query: idQuery,
    body: wordChange,
    reply: wordReply,
    handle: async ({ store, viewer, by, query: { id }, body }) => {
      const isRestored = viewer.type === 'admin' && body.Deleted === false;
      await refuseOldText({ store, viewer }, id, body);
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
  endpoint('POST', '/vknf/words/delete', 'editor', {
    summary:
      'Administrator: hides the phrase and its posts from everyone until it is restored. Client: stops tracking the phrase',
    query: idQuery,
    handle: async ({ store, viewer, by, query: { id }, now }) => {
      existing(
        viewer.type === 'client'
          ? await store.words.unlink(id, viewer.clientId, by)
          : await store.words.markDeleted(await namedWordId(store, id), now, by),
      );
    },
  }),
  endpoint('GET', '/vknf/words/ids', 'signed-in', {
    summary: 'IDs of all phrases that the filters of the pages find, newest first; for a client, of its own',
    query: wordFiltersQuery,
    reply: v.strictObject({ ids: v.array(id), total }),
    handle: async ({ store, viewer, query: { text, state, health, ...rest } }) => {
      const ids = await (viewer.type === 'client'
        ? store.words.ids(viewer.clientId, { text, state, health })
        : store.words.ids(null, { text, state, health, ...rest }));
      return { ids, total: ids.length };
    },
  }),
  endpoint('POST', '/vknf/words/bulk', 'editor', {
    summary: 'Changes each phrase as the call for one phrase does, and returns those that could not be changed',
    body: bulkBody,
    reply: v.strictObject({
      Changed: total,
      Failed: v.array(v.strictObject({ WordID: id, Text: v.string(), Error: v.string() })),
    }),
    handle: async ({ store, viewer, by, now, body: { Action, WordIDs, Batch } }) => {
      if (Action === 'restore' && viewer.type === 'client') throw forbidden();
      const clientId = viewer.type === 'client' ? viewer.clientId : null;
      const failures = await store.words.changeAll(Action, WordIDs, { clientId, now, by: inBatch(by, Batch) });
      return {
        Changed: WordIDs.length - failures.length,
        Failed: failures.map(({ wordId, text, outcome }) => ({
          WordID: wordId,
          Text: text,
          Error: describeOutcome(outcome, Action === 'restore'),
        })),
      };
    },
  }),
  endpoint('POST', '/vknf/words/check', 'editor', {
    keyScope: 'load',
    summary: 'Says of each text whether it can be added for a client, and whether the client tracks it already',
    query: clientIdOption,
    body: textsBody(wordChecksMax),
    reply: linesReply,
    handle: ({ store, viewer, query, body }) =>
      readLines(body.Texts, async (texts) => {
        const isTracked = await store.words.tracksTexts(namedClient(viewer, query.clientID), texts);
        return isTracked.map((tracked) => ({ tracked, error: null }));
      }),
  }),
  endpoint('POST', '/vknf/words/create/list', 'editor', {
    keyScope: 'load',
    summary:
      'Adds each text as a phrase of a client, as the call for one phrase does, unless the client tracks it already',
    query: clientIdOption,
    body: v.object({ ...textsBody(bulkMax).entries, Batch: batch }),
    reply: linesReply,
    status: 201,
    handle: ({ store, config, viewer, by, query, body }) =>
      readLines(body.Texts, async (texts) => {
        const max = config.LIMIT_PHRASES;
        const clientId = namedClient(viewer, query.clientID);
        const outcomes = await store.words.createAll(texts, clientId, inBatch(by, body.Batch), max);
        if (outcomes.includes('unknown-client')) throw unknownId();
        return outcomes.map((outcome) => ({
          tracked: outcome === 'already-tracked',
          error: outcome === 'too-many' ? messages.tooManyWords(max) : null,
        }));
      }),
  }),
];
