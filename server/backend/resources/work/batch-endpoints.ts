/** Calls that change many stories at once, in steps, and that undo a change. */
import * as v from 'valibot';
import { batchFields } from '../../../../shared/api/work-batches.ts';
import * as messages from '../../../../shared/messages.ts';
import { AppError, conflict } from '../../../platform/app-error.ts';
import { postFiltersQuery, viewingOfCall } from '../../domain/feed-filter.ts';
import { onAccess } from '../../http/access.ts';
import { type Context, endpoint, existing } from '../../http/endpoint.ts';
import { listOf } from '../../http/reply.ts';
import { idQuery } from '../../http/schema-fields.ts';
import { accountOf, personOf } from '../../rules/account.ts';
import { integer } from '../../rules/reply-values.ts';
import { type Batch, canUndo } from '../../store/open-batches.ts';
import { changeBody, readChange } from './work-change.ts';

const withUndo = (batch: Batch, now: number) => ({ ...batch, canUndo: canUndo(batch, now) });

type Reading = Pick<Context, 'store' | 'now'>;

const readBatch = async ({ store, now }: Reading, clientId: string, id: number) =>
  withUndo(existing(await store.work.batch(clientId, id)), now);

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** `Filters`: as in an address, with values as texts. */
const foundBody = v.object({ Filters: postFiltersQuery, Expected: count, Change: changeBody });

const listChanged = (total: number) => new AppError(409, messages.listChanged(total), { code: 'list-changed', total });

export const workBatches = [
  endpoint('POST', '/vknf/work/change-found', 'client-editor', {
    summary:
      'Changes all stories that match the filters, in steps. 409 with `Total` if their number is not the expected one: nothing is changed. `BatchID` is null without stories',
    body: foundBody,
    reply: v.strictObject({ BatchID: v.nullable(integer), Total: integer }),
    status: 201,
    onAccess: true,
    handle: async ({ viewer, body: { Filters, Expected, Change }, ...context }) => {
      const { store, config, session, by } = context;
      const { clientId } = viewer;
      const change = await readChange(context, clientId, Change);
      const viewing = viewingOfCall(viewer, config.CONSOLE_TIME_ZONE, Filters);
      const stories = await store.posts.listStories(viewer, viewing);
      if (stories.length !== Expected) throw listChanged(stories.length);
      if (stories.length === 0) return { BatchID: null, Total: 0 };
      const account = accountOf(session.owner);
      const batch = { stories, change, taker: personOf(viewer), ruleId: null, account, at: context.now };
      const started = await onAccess(context, [], ({ work }) => work.startBatch(clientId, batch, by));
      return { BatchID: started, Total: stories.length };
    },
  }),
  endpoint('GET', '/vknf/work/batch', 'client', {
    summary: 'A change of several stories: how far it is, and whether it can be undone',
    query: idQuery,
    reply: batchFields,
    handle: ({ viewer: { clientId }, query: { id }, ...context }) => readBatch(context, clientId, id),
  }),
  endpoint('GET', '/vknf/work/batches', 'client', {
    summary: 'The last 50 changes of the client’s stories, the newest first',
    reply: listOf('batches', batchFields),
    handle: async ({ store, now, viewer: { clientId } }) => ({
      batches: (await store.work.batches(clientId)).map((batch) => withUndo(batch, now)),
    }),
  }),
  endpoint('POST', '/vknf/work/stop', 'client-editor', {
    summary: 'Stops a running change. What it has changed stays, and can be undone',
    query: idQuery,
    reply: batchFields,
    handle: async ({ viewer: { clientId }, by, query: { id }, ...context }) => {
      existing(await context.store.work.batch(clientId, id));
      await context.store.work.stopBatch(clientId, id, by);
      return readBatch(context, clientId, id);
    },
  }),
  endpoint('POST', '/vknf/work/undo', 'client-editor', {
    summary:
      'Undoes a change of the last 7 days, in steps. What somebody has set since stays, is counted as `Skipped`, and can be undone again',
    query: idQuery,
    reply: batchFields,
    onAccess: true,
    handle: async ({ viewer: { clientId }, by, query: { id }, ...context }) => {
      existing(await context.store.work.batch(clientId, id));
      const account = accountOf(context.session.owner);
      if (!(await onAccess(context, [], ({ work }) => work.undoBatch(clientId, id, by, account))))
        throw conflict(messages.notUndone);
      return readBatch(context, clientId, id);
    },
  }),
];
