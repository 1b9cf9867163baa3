/** Calls that change many phrases, and add phrases from a list. A text that is refused does not stop the others. */
import * as v from 'valibot';
import { bulkMax } from '../../../shared/api/bulk.ts';
import { bulkActions } from '../../../shared/api/word-bulk.ts';
import * as messages from '../../../shared/messages.ts';
import { wordChecksMax } from '../../../shared/rules/limits.ts';
import { forbidden, unknownId } from '../../platform/app-error.ts';
import { namedClient } from '../clients/named-client.ts';
import { endpoint } from '../http/endpoint.ts';
import { total } from '../http/schema-fields.ts';
import type { Store } from '../store/store.ts';
import { describeOutcome } from './describe-outcome.ts';
import { readWordText } from './read-word-text.ts';
import { clientIdOption, wordFiltersQuery } from './schemas.ts';

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
});
const bulkReply = v.strictObject({
  Changed: total,
  Failed: v.array(v.strictObject({ WordID: id, Text: v.string(), Error: v.string() })),
});
/** Texts are checked one by one. */
const textsBody = (max: number) => v.object({ Texts: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(max)) });
const linesReply = v.strictObject({
  Lines: v.array(v.strictObject({ Tracked: v.boolean(), Error: v.nullable(v.string()) })),
});

type Line = v.InferOutput<typeof linesReply>['Lines'][number];

/** Applies the work to the texts without an error. Its results are in the order of the texts. */
async function readLines(store: Store, raw: readonly string[], work: (texts: string[]) => Promise<Line[]>) {
  const lines = await Promise.all(raw.map((text) => readWordText(store, text)));
  const done = (await work(lines.flatMap(({ text }) => text ?? []))).values();
  const failed = (error: string | null): Line => ({ Tracked: false, Error: error });
  return { Lines: lines.map(({ error }) => (error === null ? (done.next().value ?? failed(null)) : failed(error))) };
}

export const wordBulk = [
  endpoint({
    method: 'GET',
    path: '/vknf/words/ids',
    access: 'signed-in',
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
  endpoint({
    method: 'POST',
    path: '/vknf/words/bulk',
    access: 'signed-in',
    summary: 'Changes each phrase as the call for one phrase does, and returns those that could not be changed',
    body: bulkBody,
    reply: bulkReply,
    handle: async ({ store, viewer, by, now, body: { Action, WordIDs } }) => {
      if (Action === 'restore' && viewer.type === 'client') throw forbidden();
      const clientId = viewer.type === 'client' ? viewer.clientId : null;
      const failures = await store.words.changeAll(Action, WordIDs, { clientId, now, by });
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
  endpoint({
    method: 'POST',
    path: '/vknf/words/check',
    access: 'signed-in',
    summary: 'Says of each text whether it can be added for a client, and whether the client tracks it already',
    query: clientIdOption,
    body: textsBody(wordChecksMax),
    reply: linesReply,
    handle: ({ store, viewer, query, body }) =>
      readLines(store, body.Texts, async (texts) => {
        const tracked = await store.words.tracksTexts(namedClient(viewer, query.clientID), texts);
        return tracked.map((isTracked) => ({ Tracked: isTracked, Error: null }));
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/words/create/list',
    access: 'signed-in',
    summary:
      'Adds each text as a phrase of a client, as the call for one phrase does, unless the client tracks it already',
    query: clientIdOption,
    body: textsBody(bulkMax),
    reply: linesReply,
    status: 201,
    handle: ({ store, config, viewer, by, query, body }) =>
      readLines(store, body.Texts, async (texts) => {
        const max = config.LIMIT_PHRASES;
        const outcomes = await store.words.createAll(texts, namedClient(viewer, query.clientID), by, max);
        if (outcomes.includes('unknown-client')) throw unknownId();
        return outcomes.map((outcome) => ({
          Tracked: outcome === 'already-tracked',
          Error: outcome === 'too-many' ? messages.tooManyWords(max) : null,
        }));
      }),
  }),
];
