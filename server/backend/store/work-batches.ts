/**
 * Changes of many stories as one action, which can be undone. They are made in steps, so that a crash loses none. Times are
 * milliseconds.
 */

import { dayMs } from '../../../shared/durations.ts';
import { undoDays } from '../../../shared/rules/work.ts';
import { workEvent } from '../rules/journal/events.ts';
import { isClosed, noWork, type Work, type WorkChange } from '../rules/work.ts';
import { type Regrouping, undoRegrouping } from './join-stories.ts';
import { type Author, recordChange } from './journal.ts';
import { type Db, insertRow } from './port.ts';
import { type ChangedWork, changed, changeStories, lockArrivals, readWorks, saveWorks } from './work-changes.ts';
import { readNames } from './work-lists.ts';
import { returnLater } from './work-return.ts';
import { changeUntouched, countFired } from './work-rules.ts';

export type BatchState = 'running' | 'done' | 'stopped' | 'undoing' | 'undone';

/**
 * During and after an undo the numbers are those of the undo: `total` is the number of changed stories, `changed` of those
 * restored.
 */
export type Batch = {
  batchId: number;
  ruleId: number | null;
  state: BatchState;
  at: number;
  who: string | null;
} & Record<'total' | 'done' | 'changed' | 'skipped', number>;

const columns = 'batch_id, rule_id, state, at, who, total, done, changed, skipped';

/** The client's last 50 batches, newest first. */
const batches = (db: Db, clientId: string): Promise<Batch[]> =>
  db.rows(`SELECT ${columns} FROM work_batches WHERE client_id = $1 ORDER BY batch_id DESC LIMIT 50`, clientId);

/** The last 50 batches of the client's rules. The name of a deleted rule is null. */
const ruleRuns = (db: Db, clientId: string) =>
  db.rows<Batch & { rule: string | null }>(
    `SELECT ${columns}, (SELECT name FROM work_rules WHERE work_rules.rule_id = work_batches.rule_id) AS rule
     FROM work_batches WHERE client_id = $1 AND rule_id IS NOT NULL ORDER BY batch_id DESC LIMIT 50`,
    clientId,
  );

const batch = (db: Db, clientId: string, batchId: number): Promise<Batch | null> =>
  db.row(`SELECT ${columns} FROM work_batches WHERE client_id = $1 AND batch_id = $2`, clientId, batchId);

const undoMs = undoDays * dayMs;

export const canUndo = ({ state, changed, at }: Batch, now: number): boolean =>
  (state === 'done' || state === 'stopped') && changed > 0 && at > now - undoMs;

/** `stories`: to be changed in steps. `taker`: see `ChangeCircumstances`. */
export type NewBatch = {
  stories: readonly number[];
  change: WorkChange;
  taker: number | null;
  ruleId: number | null;
};

/**
 * Returns the batch's ID. `stepBatch` changes the stories in the order of their IDs, so that a step touches only one or two of
 * the chunks that readers read again (feed/work-columns.ts). In the order of posts it touched half of them, and pages took 100
 * ms instead of 35.
 */
async function startBatch(db: Db, clientId: string, { stories, change, taker, ruleId }: NewBatch, by: Author) {
  const list = Buffer.from(Uint32Array.from(stories).sort().buffer);
  const batch = { clientId, ruleId, state: 'running', change: JSON.stringify(change), stories: list, taker };
  const row = { ...batch, who: by.who, at: by.at, total: stories.length };
  const batchId = await insertRow(db, 'work_batches', row, 'batch_id');
  const event = workEvent({ clientId, stories: stories.length, batchId }, change, await readNames(db, clientId), null);
  await recordChange(db, by, 'work-changed', event);
  return batchId;
}

/** Stops a running batch, whose changes can be undone. False: it is not running. */
const stopBatch = async (db: Db, clientId: string, batchId: number): Promise<boolean> =>
  (await db.run(
    `UPDATE work_batches SET state = 'stopped', stories = NULL WHERE client_id = $1 AND batch_id = $2 AND state = 'running'`,
    ...[clientId, batchId],
  )) > 0;

/** Stories per step. A step blocks other writers for some milliseconds. */
const stepStories = 100;

type OpenBatch = Batch & { clientId: string; change: string; taker: number | null } & {
  undoneBy: string | null;
  undoneChange: number | null;
};
const openColumns = `${columns}, client_id, change, taker, undone_by, undone_change`;

const advance = (db: Db, { batchId }: Batch, handled: number, changedStories: number) =>
  db.run(
    'UPDATE work_batches SET done = done + $1, changed = changed + $2, skipped = skipped + $1 - $2 WHERE batch_id = $3',
    ...[handled, changedStories, batchId],
  );

const end = (db: Db, { batchId }: Batch, state: BatchState) =>
  db.run('UPDATE work_batches SET state = $1, stories = NULL WHERE batch_id = $2', state, batchId);

/** Skips stories that somebody has changed since the batch began. */
async function changeSome(db: Db, open: OpenBatch, now: number): Promise<void> {
  const { batchId, clientId, done, total, at, who, taker, ruleId } = open;
  const bytes = await db.value<Uint8Array>(
    'SELECT substr(stories, $1::int, $2::int) FROM work_batches WHERE batch_id = $3',
    ...[done * 4 + 1, stepStories * 4, batchId],
  );
  const stories = [...new Uint32Array(new Uint8Array(bytes ?? []).buffer)];
  const wanted = stories.map((storyId) => ({ storyId, version: null }));
  const options = { batchId, who, now, taker, until: at };
  const results =
    ruleId === null
      ? await changeStories(db, clientId, wanted, JSON.parse(open.change), options)
      : await changeUntouched(db, clientId, stories, JSON.parse(open.change), options);
  const count = results.filter(({ outcome }) => outcome === 'changed').length;
  if (ruleId !== null) await countFired(db, ruleId, count);
  await advance(db, open, stories.length, count);
  if (done + stories.length >= total) await end(db, open, 'done');
}

type StoredChange = { changeId: number; storyId: number; version: number; before: string };

/** Restores stories that were not changed since. Closed ones come back if rows have arrived later. */
async function undoSome(db: Db, open: OpenBatch, now: number): Promise<void> {
  const { batchId, clientId, undoneChange, undoneBy } = open;
  await db.lock('work', clientId);
  const stored = await db.rows<StoredChange>(
    `SELECT change_id, story_id, version, before FROM work_changes WHERE batch_id = $1 AND change_id > $2
     ORDER BY change_id LIMIT $3`,
    ...[batchId, undoneChange ?? 0, stepStories],
  );
  const record = { batchId: null, who: undoneBy, now };
  const ids = stored.map(({ storyId }) => storyId);
  await lockArrivals(db, clientId, ids);
  const works = await readWorks(db, clientId, ids, 'FOR UPDATE');
  const changes: ChangedWork[] = [];
  for (const { storyId, version, before } of stored) {
    const current = works.get(storyId) ?? noWork;
    if (current.version !== version) continue;
    const former: Work = { ...current, ...JSON.parse(before) };
    const after = isClosed(former.state) ? await returnLater(db, clientId, storyId, former) : former;
    changes.push({ storyId, before: current, after: changed(current, after, record) });
  }
  await saveWorks(db, clientId, changes, record);
  await advance(db, open, stored.length, changes.length);
  const last = stored.at(-1)?.changeId;
  if (last !== undefined) await db.run('UPDATE work_batches SET undone_change = $1 WHERE batch_id = $2', last, batchId);
  if (stored.length < stepStories) await end(db, open, 'undone');
}

/** Handles one step of the open batch with the least progress, so that a short one waits for no long one. False: none is open. */
async function stepBatch(db: Db, now: number): Promise<boolean> {
  const open = await db.row<OpenBatch>(
    `SELECT ${openColumns} FROM work_batches WHERE state IN ('running', 'undoing') ORDER BY done, batch_id LIMIT 1 FOR UPDATE`,
  );
  if (open === null) return false;
  await (open.state === 'running' ? changeSome : undoSome)(db, open, now);
  return true;
}

const hasOpenBatch = async (db: Db): Promise<boolean> =>
  (await db.row("SELECT 1 FROM work_batches WHERE state IN ('running', 'undoing') LIMIT 1")) !== null;

/** Undoes a small batch at once, a large one in steps. False: it cannot be undone. */
async function undoBatch(db: Db, clientId: string, batchId: number, by: Author): Promise<boolean> {
  const found = await db.row<OpenBatch>(
    `SELECT ${openColumns} FROM work_batches WHERE client_id = $1 AND batch_id = $2 FOR UPDATE`,
    ...[clientId, batchId],
  );
  if (found === null || !canUndo(found, by.at)) return false;
  const change: WorkChange | Regrouping = JSON.parse(found.change);
  const isRegrouping = 'join' in change || 'separation' in change;
  if (isRegrouping && !(await undoRegrouping(db, clientId, change, by, batchId))) return false;
  await db.run(
    `UPDATE work_batches SET state = 'undoing', total = changed, done = 0, changed = 0, skipped = 0, undone_by = $1
     WHERE batch_id = $2`,
    ...[by.who, batchId],
  );
  const event = workEvent({ clientId, stories: found.changed, batchId }, {}, await readNames(db, clientId), null);
  await recordChange(db, by, 'work-undone', event);
  if (isRegrouping) {
    await advance(db, found, 1, 1);
    await end(db, found, 'undone');
  } else if (found.changed < stepStories) await undoSome(db, { ...found, undoneBy: by.who }, by.at);
  return true;
}

export const batchReads = { batch, batches, ruleRuns, hasOpenBatch };
export const batchChanges = { startBatch, stopBatch, undoBatch, stepBatch };
