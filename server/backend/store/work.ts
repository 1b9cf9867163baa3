/** Work on the stories of a client. Times are milliseconds. */
import { workEvent } from '../rules/journal/events.ts';
import { differenceOf, type WorkChange } from '../rules/work.ts';
import { regroupChanges } from './join-stories.ts';
import { type Author, recordChange } from './journal.ts';
import { createMethods, type Db, insertRow } from './port.ts';
import { noteChanges, noteReads } from './story-notes.ts';
import { batchChanges, batchReads } from './work-batches.ts';
import { changeStories, type WantedStory, type WorkResult } from './work-changes.ts';
import { listChanges, listReads, readNames } from './work-lists.ts';
import { returnDue } from './work-return.ts';

/** `batchId`: of an earlier change that is undone together with this one. `taker`: the author's person. */
export type ChangeRequest = {
  stories: readonly WantedStory[];
  change: WorkChange;
  batchId: number | null;
  taker: number;
};

/** Changes of one action, for its undo. Null: the client has no such batch. */
async function openBatch(db: Db, clientId: string, { change, batchId }: ChangeRequest, by: Author) {
  if (batchId !== null) {
    const sql = `SELECT batch_id FROM work_batches WHERE batch_id = $1 AND client_id = $2 AND state = 'done' AND who = $3`;
    return db.value<number>(sql, batchId, clientId, by.who);
  }
  const row = { clientId, state: 'done', change: JSON.stringify(change), who: by.who, at: by.at, total: 0 };
  return insertRow(db, 'work_batches', row, 'batch_id');
}

/** Null: the client has no such batch. */
async function change(
  db: Db,
  clientId: string,
  request: ChangeRequest,
  by: Author,
): Promise<{ batchId: number | null; results: WorkResult[] } | null> {
  const { stories, change: wanted, taker } = request;
  await db.lock('work', clientId);
  const batchId = await openBatch(db, clientId, request, by);
  if (batchId === null) return null;
  const results = await changeStories(db, clientId, stories, wanted, { batchId, who: by.who, now: by.at, taker });
  const done = results.filter(({ outcome }) => outcome === 'changed');
  const [first] = done;
  if (!first) {
    if (request.batchId === null) await db.run('DELETE FROM work_batches WHERE batch_id = $1', batchId);
    return { batchId: request.batchId, results };
  }
  await db.run(
    `UPDATE work_batches SET total = total + $1, done = done + $1, changed = changed + $2, skipped = skipped + $1 - $2
     WHERE batch_id = $3`,
    ...[results.length, done.length, batchId],
  );
  const { storyId, before, work } = first;
  const difference = differenceOf(before, work) ?? { before: {}, after: {} };
  const event = workEvent({ clientId, stories: done.length, batchId }, wanted, await readNames(db, clientId), {
    ...difference,
    storyId,
  });
  await recordChange(db, by, 'work-changed', event);
  return { batchId, results };
}

export const createWorkStore = (db: Db) =>
  createMethods(
    db,
    { ...listReads, ...batchReads, ...noteReads },
    { change, returnDue, ...listChanges, ...batchChanges, ...noteChanges, ...regroupChanges },
  );
