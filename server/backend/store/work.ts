/** Work on the stories of a client. Times are milliseconds. */
import type { WorkChange } from '../rules/work.ts';
import { regroupChanges } from './join-stories.ts';
import type { Author } from './journal.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import { noteChanges, noteReads } from './story-notes.ts';
import { batchChanges, batchReads } from './work-batches.ts';
import { changeStories, finishAction, type WantedStory } from './work-changes.ts';
import { historyChanges } from './work-history.ts';
import { listChanges, listReads } from './work-lists.ts';
import { returnDue } from './work-return.ts';

/**
 * `batchId`: the batch of an earlier change that is undone together with this one. `taker`: the author as an assignee.
 */
export type ChangeRequest = {
  stories: readonly WantedStory[];
  change: WorkChange;
  batchId: number | null;
  taker: number;
};

/** The batch of an action, for its undo: a new one, or the given one. Returns null if the client has no such batch. */
async function openBatch(db: Db, clientId: string, { change, batchId }: ChangeRequest, by: Author) {
  if (batchId !== null) {
    const sql = `SELECT batch_id FROM work_batches WHERE batch_id = $1 AND client_id = $2 AND state = 'done' AND who = $3`;
    return db.value<number>(sql, batchId, clientId, by.who);
  }
  const row = { clientId, state: 'done', change: JSON.stringify(change), who: by.who, at: by.at, total: 0 };
  return insertRow(db, 'work_batches', row, 'batch_id');
}

/** Returns null if the client has no such batch. */
async function change(db: Db, clientId: string, request: ChangeRequest, by: Author) {
  const { stories, change: wanted, taker } = request;
  await db.lock('work', clientId);
  const batchId = await openBatch(db, clientId, request, by);
  if (batchId === null) return null;
  const results = await changeStories(db, clientId, stories, wanted, { batchId, who: by.who, now: by.at, taker });
  const count = await finishAction(db, by, { clientId, batchId }, wanted, results);
  return { batchId: count === 0 ? request.batchId : batchId, results };
}

export const createWorkStore = (db: Db) =>
  createMethods(
    db,
    { ...listReads, ...batchReads, ...noteReads },
    { change, returnDue, ...listChanges, ...batchChanges, ...noteChanges, ...regroupChanges, ...historyChanges },
  );
