/** Changes of many stories as one action, in steps, so that a crash loses none. Times are milliseconds. */
import type { WorkChange } from '../rules/work.ts';
import type { Author } from './journal.ts';
import {
  advance,
  type Batch,
  batchColumns,
  endBatch,
  type OpenBatch,
  readOpen,
  type Stored,
  stepStories,
  stopBatch,
  toBatch,
} from './open-batches.ts';
import { type Db, insertRow } from './port.ts';
import { changeStories } from './work-changes.ts';
import { changeUntouched, countFired } from './work-rules.ts';
import { undoBatch, undoSome } from './work-undo.ts';

/** The client's last 50 batches, newest first. */
const batches = async (db: Db, clientId: string): Promise<Batch[]> =>
  (
    await db.rows<Stored<Batch>>(
      `SELECT ${batchColumns} FROM work_batches WHERE client_id = $1 ORDER BY batch_id DESC LIMIT 50`,
      clientId,
    )
  ).map(toBatch);

type RuleRun = Batch & { rule: string | null };

/** The last 50 batches of the client's rules. The name of a deleted rule is null. */
const ruleRuns = async (db: Db, clientId: string): Promise<RuleRun[]> =>
  (
    await db.rows<Stored<RuleRun>>(
      `SELECT ${batchColumns}, (SELECT name FROM work_rules WHERE work_rules.rule_id = work_batches.rule_id) AS rule
       FROM work_batches WHERE client_id = $1 AND rule_id IS NOT NULL ORDER BY batch_id DESC LIMIT 50`,
      clientId,
    )
  ).map(toBatch);

async function batch(db: Db, clientId: string, batchId: number): Promise<Batch | null> {
  const sql = `SELECT ${batchColumns} FROM work_batches WHERE client_id = $1 AND batch_id = $2`;
  const found = await db.row<Stored<Batch>>(sql, clientId, batchId);
  return found && toBatch(found);
}

/**
 * `stories`: the stories to change in steps, listed at the time `at`. `taker`: see `ChangeCircumstances`. `account`: the
 * account of the session's owner.
 */
export type NewBatch = {
  stories: readonly number[];
  change: WorkChange;
  taker: number | null;
  ruleId: number | null;
  account: string;
  at: number;
};

/**
 * Returns the batch's ID. `stepBatch` changes the stories in the order of their IDs, so that a step touches only one or two of
 * the chunks that readers read again (feed/work-columns.ts). In the order of posts a step touched half of them, and pages took
 * 100 ms instead of 35.
 */
function startBatch(db: Db, clientId: string, { stories, change, ...batch }: NewBatch, by: Author): Promise<number> {
  const list = Buffer.from(Uint32Array.from(stories).sort().buffer);
  const { who, onBehalfOf, address } = by;
  const started = { state: 'running', change: JSON.stringify(change), stories: list, total: stories.length };
  return insertRow(db, 'work_batches', { clientId, ...batch, ...started, who, onBehalfOf, address }, 'batch_id');
}

/** Skips stories that somebody has changed since the batch began. */
async function changeSome(db: Db, open: OpenBatch, now: number): Promise<void> {
  const { batchId, clientId, done, total, at, who, taker, ruleId } = open;
  const bytes = await db.value<Uint8Array>(
    'SELECT substr(stories, CAST($1 AS int), CAST($2 AS int)) FROM work_batches WHERE batch_id = $3',
    done * 4 + 1,
    stepStories * 4,
    batchId,
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
  if (done + stories.length >= total) await endBatch(db, open, 'done', now);
}

/**
 * Handles one step of the open batch with the least progress, so that a short batch does not wait for a long one. Returns false
 * if none is open.
 */
async function stepBatch(db: Db, now: number): Promise<boolean> {
  const [open] = await readOpen(
    db,
    `state IN ('running', 'undoing') ORDER BY done, batch_id LIMIT 1 ${db.dialect.locking('UPDATE')}`,
  );
  if (!open) return false;
  await (open.state === 'running' ? changeSome : undoSome)(db, open, now);
  return true;
}

const hasOpenBatch = async (db: Db): Promise<boolean> =>
  (await db.row("SELECT 1 FROM work_batches WHERE state IN ('running', 'undoing') LIMIT 1")) !== null;

export const batchReads = { batch, batches, ruleRuns, hasOpenBatch };
export const batchChanges = { startBatch, stopBatch, undoBatch, stepBatch };
