/** API calls of batches, which change many stories at once and can be undone. */
import { type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import { formatQuery, type Query } from '../list-query.ts';
import * as messages from '../messages.ts';
import { type Call, get, post, withQuery } from './call.ts';
import type { WorkChange } from './work.ts';

const batchStates = { running: '', done: '', stopped: '', undoing: '', undone: '' } as const;

/**
 * `done` counts the processed stories, `skipped` the stories that were left unchanged, `skippedBy` names the people who have
 * changed them since.
 */
export const batchFields = {
  batchId: { api: 'BatchID', type: 'id' },
  state: { api: 'State', type: { labels: batchStates, strict: true } },
  total: { api: 'Total', type: 'count' },
  done: { api: 'Done', type: 'count' },
  changed: { api: 'Changed', type: 'count' },
  skipped: { api: 'Skipped', type: 'count' },
  skippedBy: { api: 'SkippedBy', type: 'texts' },
  canUndo: { api: 'CanUndo', type: 'boolean' },
} as const satisfies ReplyTable;

export type WorkBatch = RowOf<typeof batchFields>;

/** `batchId` is null if no stories match. */
const startedFields = {
  batchId: { api: 'BatchID', type: 'reference' },
  total: batchFields.total,
} as const satisfies ReplyTable;

type StartedBatch = RowOf<typeof startedFields>;

const readBatch = rowReader(batchFields);

/** Formats the values as in a URL. */
const textsOf = (filters: Query) => Object.fromEntries(new URLSearchParams(formatQuery(filters)));

/**
 * Starts a batch that changes all stories matching the filters. `expected`: the number that the user was shown; the call fails
 * with 409 if it is out of date.
 */
export const changeFound = (filters: Query, expected: number, change: WorkChange): Call<StartedBatch> =>
  post(
    '/vknf/work/change-found',
    { Filters: textsOf(filters), Expected: expected, Change: change },
    rowReader(startedFields),
    messages.changeWork,
  );

export const loadBatch = (id: number): Call<WorkBatch> =>
  get(withQuery('/vknf/work/batch', { id }), readBatch, messages.loadWork);

export const stopBatch = (id: number): Call<WorkBatch> =>
  post(withQuery('/vknf/work/stop', { id }), undefined, readBatch, messages.changeWork);

/** Skips stories that somebody has changed since. */
export const undoBatch = (id: number): Call<WorkBatch> =>
  post(withQuery('/vknf/work/undo', { id }), undefined, readBatch, messages.changeWork);
