/**
 * Calls that change phrases, one or many at once: a refused text does not stop the others. Their effect
 * differs for administrators and for clients.
 */
import * as v from 'valibot';
import { bulkActions, outcomeFields, type TextOutcome } from '../../../../shared/api/word-changes.ts';
import * as messages from '../../../../shared/messages.ts';
import { bulkMax, wordChecksMax } from '../../../../shared/rules/limits.ts';
import { badRequest, conflict, forbidden, unknownId } from '../../../platform/app-error.ts';
import { type Context, endpoint, existing } from '../../http/endpoint.ts';
import { listOf } from '../../http/reply.ts';
import { given, idQuery, total } from '../../http/schema-fields.ts';
import { changeVersioned, hasAll, isVersion } from '../../http/versioned.ts';
import type { Identity } from '../../rules/account.ts';
import type { Resources } from '../../store/store.ts';
import type { WordChange, WordRow } from '../../store/words-store.ts';
import { namedClient } from '../clients/client.ts';
import { batch, inBatch } from '../journal.ts';
import {
  clientIdOption,
  describeOutcome,
  namedWordId,
  presentWord,
  readWordText,
  wordBody,
  wordChange,
  wordFiltersQuery,
  wordReply,
} from './word.ts';

type Change = v.InferOutput<typeof wordChange>;

/** Accepts an unchanged text: a phrase of an earlier version may have one that would be refused or cleaned today. */
function readNewText(word: WordRow, text: string): string {
  if (text === word.text) return text;
  const read = readWordText(text);
  if (read.refusal !== null) throw badRequest(read.refusal.message, read.refusal);
  return read.text;
}

const toChange = (word: WordRow, { Text, State, FullSearch }: Change): WordChange =>
  given({ text: Text === undefined ? undefined : readNewText(word, Text), state: State, fullSearch: FullSearch });

const isSeen =
  ({ Version, OldText, Text }: Change) =>
  (word: WordRow): boolean =>
    Version === undefined ? OldText === undefined || [OldText, Text].includes(word.text) : isVersion(Version)(word);

/** Whether the phrase has the values. Users choose only between frozen and not. */
const hasValues = (word: WordRow, { state, ...values }: WordChange): boolean =>
  hasAll(values)(word) && (state === undefined || (state === 'freeze') === (word.state === 'freeze'));

type Changing = Pick<Context, 'by'> & { viewer: Identity; isRestored: boolean };

/** For administrators, the links of all clients must also have the values. */
const isDone = async ({ words }: Resources, word: WordRow, change: WordChange, { viewer, isRestored }: Changing) =>
  hasValues(word, change) &&
  !(isRestored && word.deletedAt !== null) &&
  (viewer.type === 'client' || (await words.linksHave(word.wordId, change)));

async function applyChange(
  { words }: Resources,
  { shownId, wordId }: WordRow,
  change: WordChange,
  { viewer, by, isRestored }: Changing,
): Promise<WordRow> {
  const updated =
    viewer.type === 'client'
      ? await words.updateOfClient(shownId, viewer.clientId, change, by)
      : await words.update(wordId, isRestored ? { ...change, deleted: false } : change, by);
  if (updated.outcome === 'unknown') throw unknownId();
  if (updated.outcome !== 'updated') throw conflict(describeOutcome(updated.outcome, isRestored));
  return updated.word;
}

const id = v.pipe(v.number(), v.integer(), v.minValue(1));
const bulkBody = v.object({
  Action: v.picklist(bulkActions),
  WordIDs: v.pipe(
    v.array(id),
    v.minLength(1),
    v.maxLength(bulkMax),
    // Changes a phrase once if its ID is listed twice.
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
  return {
    Lines: lines.map(
      ({ refusal }) => (refusal === null && done.next().value) || { tracked: false, error: refusal?.message ?? null },
    ),
  };
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
      'with its posts and clients, for administrators only; 409 if another phrase has its text. With Version, 409 if the phrase ' +
      'has another one: it was changed since; with OldText, if it has another text',
    query: idQuery,
    body: wordChange,
    reply: wordReply,
    handle: async ({ query: { id }, body, ...context }) => {
      const { store, viewer, by } = context;
      const changing = { viewer, by, isRestored: viewer.type === 'admin' && body.Deleted === false };
      return store.transaction(async (resources) => {
        const row = existing(await resources.words.lock(viewer.type === 'client' ? viewer.clientId : null, id));
        if (row.deletedAt !== null && !changing.isRestored) throw unknownId();
        const change = toChange(row, body);
        const { after } = await changeVersioned(context, resources, {
          row,
          isSeen: isSeen(body),
          isDone: (word) => isDone(resources, word, change, changing),
          present: (word) => presentWord(word, viewer),
          apply: (word) => applyChange(resources, word, change, changing),
        });
        return presentWord(after, viewer);
      });
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
