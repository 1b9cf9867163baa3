/**
 * Batches: the changes so far, and the end of a batch, whose transaction writes its record in the journal. Times are
 * milliseconds.
 */
import { dayMs } from '../../../shared/durations.ts';
import { undoDays } from '../../../shared/rules/work.ts';
import { workEvent } from '../rules/journal/events.ts';
import { type By, recordChange } from './journal.ts';
import type { Db } from './port.ts';
import { readNames } from './work-lists.ts';

export type BatchState = 'running' | 'done' | 'stopped' | 'undoing' | 'undone';

/**
 * During and after an undo the numbers belong to the undo: `total` is the number of changed stories, `changed` the number of
 * restored ones, `skippedBy` the people who have changed the others since.
 */
export type Batch = {
  batchId: number;
  ruleId: number | null;
  state: BatchState;
  at: number;
  who: string | null;
  skippedBy: string[];
} & Record<'total' | 'done' | 'changed' | 'skipped', number>;

/**
 * `account`, `onBehalfOf`, `address` describe the person who changes the stories or undoes the change; `undoneBy` names the
 * person who undoes it.
 */
export type OpenBatch = Batch & { clientId: string; change: string } & Record<
    'account' | 'onBehalfOf' | 'address' | 'undoneBy',
    string | null
  > &
  Record<'taker' | 'undoneChange', number | null>;

export const batchColumns = 'batch_id, rule_id, state, at, who, total, done, changed, skipped, skipped_by';
const openColumns = `${batchColumns}, client_id, change, taker, account, on_behalf_of, address, undone_by, undone_change`;

export type Stored<Read extends Batch> = Omit<Read, 'skippedBy'> & { skippedBy: string | null };

export const toBatch = <Read extends Batch>({ skippedBy, ...batch }: Stored<Read>) =>
  ({ ...batch, skippedBy: skippedBy === null ? [] : JSON.parse(skippedBy) }) as unknown as Read;

/** `condition`: SQL, with a lock. */
export const readOpen = async (db: Db, condition: string, ...values: unknown[]): Promise<OpenBatch[]> =>
  (await db.rows<Stored<OpenBatch>>(`SELECT ${openColumns} FROM work_batches WHERE ${condition}`, ...values)).map(
    toBatch,
  );

export const lockBatch = async (db: Db, clientId: string, batchId: number): Promise<OpenBatch | null> =>
  (await readOpen(db, `client_id = $1 AND batch_id = $2 ${db.dialect.locking('UPDATE')}`, clientId, batchId))[0] ??
  null;

const undoMs = undoDays * dayMs;

/** Changes that an undo has skipped can be undone by another one. */
export const canUndo = ({ state, changed, skipped, at }: Batch, now: number): boolean =>
  (state === 'undone' ? skipped > 0 : (state === 'done' || state === 'stopped') && changed > 0) && at > now - undoMs;

/** Stories per step. A step blocks other writers for some milliseconds. */
export const stepStories = 100;

export const advance = (db: Db, { batchId }: Batch, handled: number, changedStories: number) =>
  db.run(
    'UPDATE work_batches SET done = done + $1, changed = changed + $2, skipped = skipped + $1 - $2 WHERE batch_id = $3',
    handled,
    changedStories,
    batchId,
  );

/** Ends a change or an undo, and records how many stories it has changed, unless there are none. */
export async function endBatch(db: Db, batch: OpenBatch, state: BatchState, now: number): Promise<void> {
  const { batchId, clientId, onBehalfOf, undoneBy } = batch;
  const sql = 'UPDATE work_batches SET state = $1, stories = NULL WHERE batch_id = $2 RETURNING changed';
  const stories = (await db.value<number>(sql, state, batchId)) ?? 0;
  const who = state === 'undone' ? undoneBy : batch.who;
  if (stories === 0 || who === null) return;
  const change = state === 'undone' ? {} : JSON.parse(batch.change);
  const event = workEvent({ clientId, stories, batchId }, change, await readNames(db, clientId), null);
  const by = { who, onBehalfOf, address: batch.address ?? '', at: now };
  await recordChange(db, by, state === 'undone' ? 'work-undone' : 'work-changed', event);
}

/**
 * The changes of a stopped batch stay, and can be undone. Changes that a stopped undo has left can be undone by another one.
 */
async function stop(db: Db, batch: OpenBatch, by: By, now: number): Promise<void> {
  const { batchId, clientId, state, done, changed, total } = batch;
  if (state === 'undoing') await advance(db, batch, total - done, 0);
  await endBatch(db, batch, state === 'undoing' ? 'undone' : 'stopped', now);
  await recordChange(db, by, 'work-stopped', { of: 'work-stopped', clientId, batchId, changed, total });
}

/** Returns false if it is not running. */
export async function stopBatch(db: Db, clientId: string, batchId: number, by: NonNullable<By>): Promise<boolean> {
  const batch = await lockBatch(db, clientId, batchId);
  if (batch?.state !== 'running') return false;
  await stop(db, batch, by, by.at);
  return true;
}

/** Stops the account's changes and undos, in the transaction that ends its access. */
export async function stopBatchesOf(db: Db, account: string, by: By, now: number): Promise<void> {
  const open = `state IN ('running', 'undoing') AND account = $1 ORDER BY batch_id ${db.dialect.locking('UPDATE')}`;
  for (const batch of await readOpen(db, open, account)) await stop(db, batch, by, now);
}
