/**
 * Stories that a client joins and separates by hand. Other clients keep the automatic stories (store/stories.ts), which
 * continue to change. The exported changes take the `posts` lock and the client's `work` lock.
 */
import { ownStoriesMax } from '../../../shared/rules/work.ts';
import { workEvent } from '../rules/journal/events.ts';
import { isClosed, noWork, type StoryMove, type Work } from '../rules/work.ts';
import { type Author, recordChange } from './journal.ts';
import { findVisible } from './marks.ts';
import { partsOf, rowsOfStories, storyOf } from './own-stories.ts';
import { type Db, insertRow } from './port.ts';
import type { PostKey } from './post-tables.ts';
import { newestArrival } from './visits.ts';
import { isShownTo } from './wall-visibility.ts';
import { type ChangedWork, readWorks, writeWorks } from './work-changes.ts';
import { readNames } from './work-lists.ts';
import { joinParts, joinWork, returnLater } from './work-return.ts';

export type Regrouped =
  | { outcome: 'done'; batchId: number; storyId: number }
  | { outcome: 'unknown' | 'same' | 'single' | 'too-many' };

/**
 * The data for an undo: the parts of `from`, the works of both stories (`moved`, `kept`) and the IDs of moved notes and
 * changes, all before the join; `version` of the work after the join.
 */
type Join = { from: number; into: number; parts: number[]; version: number } & Record<'moved' | 'kept', Work | null> &
  Record<'notes' | 'changes', number[]>;
/** `from`: the story that had the post. */
type Separation = PostKey & { story: number; from: number };
export type Regrouping = { join: Join } | { separation: Separation };

async function lock(db: Db, clientId: string): Promise<void> {
  await db.lock('posts');
  await db.lock('work', clientId);
}

const storiesOf = async (db: Db, clientId: string, ids: readonly number[]): Promise<number[]> => {
  const rows = await db.rows<{ wanted: number; story: number }>(
    `SELECT wanted, ${storyOf('$1', 'wanted')} AS story FROM ${db.dialect.elements('$2', 'bigint', 'wanted')}`,
    clientId,
    ids,
  );
  return ids.map((id) => rows.find(({ wanted }) => wanted === id)?.story ?? id);
};

async function isFull(db: Db, clientId: string): Promise<boolean> {
  const count = (table: string) => `(SELECT count(*) FROM ${table} WHERE client_id = $1)`;
  const own = await db.value<number>(`SELECT ${count('joined_stories')} + ${count('separated_posts')}`, clientId);
  return (own ?? 0) >= ownStoriesMax;
}

/**
 * Adds to the history of a story. Its work gets another version, so that edits based on the former one are refused, but keeps
 * its time of change.
 */
async function addHistory(db: Db, clientId: string, storyId: number, after: StoryMove, batchId: number, by: Author) {
  const work = (await readWorks(db, clientId, [storyId], db.dialect.locking('UPDATE'))).get(storyId) ?? noWork;
  const next = { ...work, version: work.version + 1, changedBy: by.who };
  await writeWorks(db, clientId, [{ storyId, before: work, after: next }]);
  const change = { batchId, clientId, storyId, version: next.version, at: by.at, who: by.who };
  await insertRow(db, 'work_changes', { ...change, before: '{}', after: JSON.stringify(after) }, 'change_id');
  return next.version;
}

const addBatch = (db: Db, clientId: string, { who, at }: Author): Promise<number> =>
  insertRow(
    db,
    'work_batches',
    { clientId, state: 'done', change: '{}', who, at, total: 1, done: 1, changed: 1 },
    'batch_id',
  );

async function record(db: Db, clientId: string, done: Regrouping, batchId: number, by: Author, moves: StoryMove) {
  await db.run('UPDATE work_batches SET change = $1 WHERE batch_id = $2', JSON.stringify(done), batchId);
  const storyId = 'join' in done ? done.join.into : done.separation.from;
  const event = workEvent({ clientId, stories: 1, batchId }, {}, await readNames(db, clientId), {
    before: {},
    after: moves,
    storyId,
  });
  await recordChange(db, by, 'work-changed', event);
}

/** Moves the rows of `storyId`, its work and later copies to `target`. */
async function joinStories(
  db: Db,
  clientId: string,
  { storyId, target }: { storyId: number; target: number },
  by: Author,
): Promise<Regrouped> {
  await lock(db, clientId);
  const [from = 0, into = 0] = await storiesOf(db, clientId, [storyId, target]);
  if (from === into) return { outcome: 'same' };
  const visible = await findVisible(db, { type: 'client', clientId }, [from, into]);
  if (visible.length < 2) return { outcome: 'unknown' };
  if (await isFull(db, clientId)) return { outcome: 'too-many' };
  const ofStory = (column: string, table: string) =>
    db.column<number>(
      `SELECT ${column} FROM ${table} WHERE client_id = $1 AND story_id = $2 ORDER BY ${column}`,
      clientId,
      from,
    );
  const works = await readWorks(db, clientId, [from, into]);
  const parts = await db.column<number>(`SELECT part FROM ${partsOf(db.dialect, '$1', '$2')}`, clientId, [from]);
  const [notes, changes] = [await ofStory('note_id', 'story_notes'), await ofStory('change_id', 'work_changes')];
  await joinWork(db, clientId, from, into, by.at);
  await joinParts(db, clientId, from, into);
  const batchId = await addBatch(db, clientId, by);
  const version = await addHistory(db, clientId, into, { joined: from }, batchId, by);
  const values = { moved: works.get(from) ?? null, kept: works.get(into) ?? null, notes, changes };
  await record(db, clientId, { join: { from, into, parts, version, ...values } }, batchId, by, { joined: from });
  return { outcome: 'done', batchId, storyId: into };
}

/** The client's story that has the post. Null if the client has no row of the post. */
const storyOfPost = (db: Db, clientId: string, { ownerId, postId }: PostKey): Promise<number | null> =>
  db.value(
    `SELECT ${storyOf('$1', 'found.part')} FROM (
       SELECT coalesce(own.story_id, posts.story_id) AS part
       FROM posts JOIN words USING (word_id)
         LEFT JOIN separated_posts own ON own.owner_id = posts.owner_id AND own.post_id = posts.post_id AND own.client_id = $1
       WHERE posts.owner_id = $2 AND posts.post_id = $3 AND deleted_at IS NULL
         AND word_id IN (SELECT word_id FROM word_clients WHERE client_id = $1) AND ${isShownTo('$1')} LIMIT 1) AS found`,
    clientId,
    ownerId,
    postId,
  );

const hasOthers = async (db: Db, clientId: string, storyId: number, { ownerId, postId }: PostKey): Promise<boolean> =>
  (await db.row(
    `SELECT 1 FROM ${rowsOfStories(db.dialect, '$1', '$2')} WHERE (posts.owner_id <> $3 OR posts.post_id <> $4)
       AND word_id IN (SELECT word_id FROM word_clients WHERE client_id = $1) AND ${isShownTo('$1')} LIMIT 1`,
    clientId,
    [storyId],
    ownerId,
    postId,
  )) !== null;

/** The next number of the counter that stories and arrivals share. */
async function nextNumber(db: Db): Promise<number> {
  await db.run('UPDATE arrival_counter SET newest = newest + 1');
  return (await db.value<number>(`SELECT ${newestArrival}`)) ?? 0;
}

/** Makes the post a separate story without work, and keeps it separate, whatever its text and its copies. */
async function separatePost(db: Db, clientId: string, post: PostKey, by: Author): Promise<Regrouped> {
  await lock(db, clientId);
  const from = await storyOfPost(db, clientId, post);
  if (from === null) return { outcome: 'unknown' };
  if (!(await hasOthers(db, clientId, from, post))) return { outcome: 'single' };
  if (await isFull(db, clientId)) return { outcome: 'too-many' };
  const { ownerId, postId } = post;
  const former = await db.value<number>(
    'DELETE FROM separated_posts WHERE client_id = $1 AND owner_id = $2 AND post_id = $3 RETURNING story_id',
    clientId,
    ownerId,
    postId,
  );
  await db.run('DELETE FROM joined_stories WHERE client_id = $1 AND story_id = $2', clientId, former);
  const story = await nextNumber(db);
  const insert = 'INSERT INTO separated_posts (client_id, story_id, owner_id, post_id) VALUES ($1, $2, $3, $4)';
  await db.run(insert, clientId, story, ownerId, postId);
  const batchId = await addBatch(db, clientId, by);
  await addHistory(db, clientId, from, { separated: story }, batchId, by);
  await addHistory(db, clientId, story, { separatedFrom: from }, batchId, by);
  await record(db, clientId, { separation: { ownerId, postId, story, from } }, batchId, by, { separated: story });
  return { outcome: 'done', batchId, storyId: story };
}

const moveBack = (db: Db, table: string, column: string, ids: readonly number[], { from, into }: Join) =>
  db.run(
    `UPDATE ${table} SET story_id = $1 WHERE ${column} ${db.dialect.among('$2', 'bigint')} AND story_id = $3`,
    from,
    ids,
    into,
  );

/** Returns false if `from` is no longer joined to `into`. Work that was changed since stays with `into`. */
async function undoJoin(db: Db, clientId: string, join: Join, by: Author, batchId: number): Promise<boolean> {
  const { from, into, parts, version, moved, kept, notes, changes } = join;
  const isPart = 'client_id = $1 AND into_story = $2 AND story_id';
  if ((await db.run(`DELETE FROM joined_stories WHERE ${isPart} = $3`, clientId, into, from)) === 0) return false;
  const restore = `UPDATE joined_stories SET into_story = $4 WHERE ${isPart} ${db.dialect.among('$3', 'bigint')}`;
  await db.run(restore, clientId, into, parts, from);
  const movedNotes = await moveBack(db, 'story_notes', 'note_id', notes, join);
  await moveBack(db, 'work_changes', 'change_id', changes, join);
  const now = (await readWorks(db, clientId, [into], db.dialect.locking('UPDATE'))).get(into) ?? noWork;
  const before = now.version === version ? { ...(kept ?? noWork), version } : now;
  const works = new Map<number, Work>([[into, { ...before, notes: now.notes - movedNotes }]]);
  if (moved) works.set(from, { ...moved, notes: movedNotes });
  const restored: ChangedWork[] = [];
  for (const [storyId, work] of works) {
    const after = isClosed(work.state) ? await returnLater(db, clientId, storyId, work) : work;
    restored.push({ storyId, before: storyId === into ? now : noWork, after });
  }
  await writeWorks(db, clientId, restored);
  await addHistory(db, clientId, into, { unjoined: from }, batchId, by);
  return true;
}

/** Returns false if another story was joined with the post's story since, or its former story is gone. */
async function undoSeparation(db: Db, clientId: string, separation: Separation, by: Author, batchId: number) {
  const { ownerId, postId, story, from } = separation;
  const isJoined = 'SELECT 1 FROM joined_stories WHERE client_id = $1 AND (story_id = $2 OR into_story = $2)';
  if ((await db.row(isJoined, clientId, story)) !== null) return false;
  const [target = from] = await storiesOf(db, clientId, [from]);
  const isThere = `SELECT 1 FROM ${rowsOfStories(db.dialect, '$1', '$2')} LIMIT 1`;
  if ((await db.row(isThere, clientId, [target])) === null) return false;
  await joinWork(db, clientId, story, target, by.at);
  const automatic = await db.value<number>(
    'SELECT story_id FROM posts WHERE owner_id = $1 AND post_id = $2 LIMIT 1',
    ownerId,
    postId,
  );
  const [own] = await storiesOf(db, clientId, automatic === null ? [] : [automatic]);
  if (own === target)
    await db.run('DELETE FROM separated_posts WHERE client_id = $1 AND story_id = $2', clientId, story);
  else await joinParts(db, clientId, story, target);
  await addHistory(db, clientId, target, { reunited: story }, batchId, by);
  return true;
}

/** Returns false if it can no longer be undone. */
export async function undoRegrouping(db: Db, clientId: string, done: Regrouping, by: Author, batchId: number) {
  await lock(db, clientId);
  return 'join' in done
    ? undoJoin(db, clientId, done.join, by, batchId)
    : undoSeparation(db, clientId, done.separation, by, batchId);
}

export const regroupChanges = { joinStories, separatePost };
