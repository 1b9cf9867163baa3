/** Undoes batches, in steps. Times are milliseconds. */
import { differenceOf, isClosed, noWork, type Work, type WorkChange, type WorkDifference } from '../rules/work.ts';
import { restoreWork } from '../rules/work-undo.ts';
import { type Regrouping, undoRegrouping } from './join-stories.ts';
import type { Author } from './journal.ts';
import { advance, canUndo, endBatch, lockBatch, type OpenBatch, stepStories } from './open-batches.ts';
import { type Db, updateRows } from './port.ts';
import { type ChangedWork, changed, lockArrivals, readWorks, saveWorks, type Works } from './work-changes.ts';
import { returnLater } from './work-return.ts';

type StoredChange = { changeId: number; storyId: number; version: number; before: string; after: string };

/** A change of a story after the batch. */
type LaterChange = { changeId: number; storyId: number; who: string | null; after: string };

const readLater = async (db: Db, { clientId, batchId }: OpenBatch, stored: readonly StoredChange[]) =>
  Map.groupBy(
    await db.rows<LaterChange>(
      `SELECT change_id, story_id, who, after FROM work_changes
       WHERE story_id ${db.dialect.among('$2', 'bigint')} AND client_id = $1 AND change_id > $3 AND batch_id IS DISTINCT FROM $4
       ORDER BY change_id DESC`,
      clientId,
      stored.map(({ storyId }) => storyId),
      stored.at(-1)?.changeId ?? 0,
      batchId,
    ),
    ({ storyId }) => storyId,
  );

/** The last person who has set one of the fields; null if the service set it. */
function authorOf(later: readonly LaterChange[], fields: readonly string[]): string | null {
  const change = later.find(({ after }) => Object.keys(JSON.parse(after)).some((name) => fields.includes(name)));
  return change?.who ?? null;
}

/** The maximum number of names of people whose changes an undo leaves. */
const authorsMax = 3;

/** The newest changes first, so that a story that the batch has changed twice gets its first values. */
const readStep = (db: Db, { batchId, undoneChange }: OpenBatch) =>
  db.rows<StoredChange>(
    `SELECT change_id, story_id, version, before, after FROM work_changes
     WHERE batch_id = $1 AND NOT undone AND change_id < $2 ORDER BY change_id DESC LIMIT $3`,
    batchId,
    undoneChange ?? Number.MAX_SAFE_INTEGER,
    stepStories,
  );

/** The work of a story while changes are undone. `version`: the version before the undone changes. */
type Undone = { work: Work; version: number };

/** Restores the work in `undone`. Returns whether nothing was left out, and who has since set the values that stay. */
function undoChange(
  change: StoredChange,
  undone: Map<number, Undone>,
  others: readonly LaterChange[],
  by: string | null,
) {
  const { storyId, version, before, after } = change;
  const current = undone.get(storyId) ?? { work: noWork, version: 0 };
  const difference: WorkDifference = { before: JSON.parse(before), after: JSON.parse(after) };
  const later = others.filter(({ changeId }) => changeId > change.changeId);
  const { work, left } = restoreWork(current.work, difference, {
    isUntouched: current.version === version,
    isAlone: later.every(({ who }) => who === by),
  });
  undone.set(storyId, { work, version: current.version === version ? version - 1 : current.version });
  return { isDone: left.length === 0, author: authorOf(later, left) };
}

/** A story that is closed again comes back if rows have arrived since. */
async function saveUndone(
  db: Db,
  { clientId, undoneBy }: OpenBatch,
  works: Works,
  undone: Map<number, Undone>,
  now: number,
) {
  const record = { batchId: null, who: undoneBy, now };
  const changes: ChangedWork[] = [];
  for (const [storyId, { work }] of undone) {
    const before = works.get(storyId) ?? noWork;
    const after = isClosed(work.state) ? await returnLater(db, clientId, storyId, work) : work;
    if (differenceOf(before, after)) changes.push({ storyId, before, after: changed(before, after, record) });
  }
  await saveWorks(db, clientId, changes, record);
}

/** Restores the values that nobody has set since. */
export async function undoSome(db: Db, open: OpenBatch, now: number): Promise<void> {
  const { batchId, clientId } = open;
  await db.lock('work', clientId);
  const stored = await readStep(db, open);
  const ids = [...new Set(stored.map(({ storyId }) => storyId))];
  await lockArrivals(db, clientId, ids);
  const works = await readWorks(db, clientId, ids, db.dialect.locking('UPDATE'));
  const later = await readLater(db, open, stored);
  const undone = new Map([...works].map(([storyId, work]) => [storyId, { work, version: work.version }]));
  const done: number[] = [];
  const authors = new Set(open.skippedBy);
  for (const change of stored) {
    const { isDone, author } = undoChange(change, undone, later.get(change.storyId) ?? [], open.who);
    if (isDone) done.push(change.changeId);
    else if (author !== null && authors.size < authorsMax) authors.add(author);
  }
  await saveUndone(db, open, works, undone, now);
  await db.run(`UPDATE work_changes SET undone = true WHERE change_id ${db.dialect.among('$1', 'bigint')}`, done);
  await db.run(
    'UPDATE work_batches SET undone_change = $1, skipped_by = $2 WHERE batch_id = $3',
    stored.at(-1)?.changeId ?? open.undoneChange,
    JSON.stringify([...authors]),
    batchId,
  );
  await advance(db, open, stored.length, done.length);
  if (stored.length < stepStories) await endBatch(db, open, 'undone', now);
}

/**
 * Undoes a small batch at once, a large one in steps. `account`: the steps stop when the access of this account ends. Returns
 * false if it cannot be undone.
 */
export async function undoBatch(db: Db, clientId: string, batchId: number, by: Author, account: string) {
  const found = await lockBatch(db, clientId, batchId);
  if (found === null || !canUndo(found, by.at)) return false;
  const change: WorkChange | Regrouping = JSON.parse(found.change);
  const isRegrouping = 'join' in change || 'separation' in change;
  if (isRegrouping && !(await undoRegrouping(db, clientId, change, by, batchId))) return false;
  const left = 'SELECT count(*) FROM work_changes WHERE batch_id = $1 AND NOT undone';
  const total = isRegrouping ? 1 : ((await db.value<number>(left, batchId)) ?? 0);
  const { who: undoneBy, onBehalfOf, address, at } = by;
  const start = { state: 'undoing', total, done: 0, changed: 0, skipped: 0, undoneChange: null, skippedBy: '[]' };
  await updateRows(db, 'work_batches', { ...start, account, undoneBy, onBehalfOf, address }, { batchId });
  const open = await lockBatch(db, clientId, batchId);
  if (open === null) return false;
  if (isRegrouping) {
    await advance(db, open, 1, 1);
    await endBatch(db, open, 'undone', at);
  } else if (total < stepStories) await undoSome(db, open, at);
  return true;
}
