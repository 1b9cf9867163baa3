/** Writes posts to SQLite. The methods of the engine run on the connection of the transaction that calls them. */
import type { DatabaseSync } from 'node:sqlite';
import { type KnownPost, type PostOrigin, type PostOutcome, planWrite } from '../post-changes.ts';
import { timeOfPostId } from '../post-id.ts';
import type { PostEngine, WrittenPost } from '../posts.ts';
import { createCatchUp } from './catch-up.ts';
import type { Connection } from './connection.ts';
import { createPostRows, type PostRows, type StoredRow } from './post-rows.ts';

/** Writes a post as a new row, or as a change of the rows that are stored of it. */
function createPostWriter(db: DatabaseSync, rows: PostRows) {
  const find = db.prepare(
    `SELECT posts.id, word_id AS wordId, user_id AS userId, update_dt AS updateDt, city_id AS cityId, text,
       photo_url AS photoUrl
     FROM posts JOIN post_texts USING (id) WHERE owner_id = ? AND post_id = ?`,
  );
  return ({ isRepost = false, ...written }: WrittenPost, origin: PostOrigin, now: number): PostOutcome => {
    const stored = find.all(written.ownerId, written.postId) as KnownPost[];
    const { post, changes, outcome } = planWrite(stored, written, origin);
    for (const { row, content } of changes) rows.change(row.id, content);
    if (outcome === 'added') rows.add(post, now);
    if (outcome === 'same' && isRepost) rows.joinReposts(post);
    return outcome;
  };
}

/** Removes rows with all that belongs to them. */
function createPostRemoval(db: DatabaseSync, rows: PostRows) {
  const findRest = db.prepare('SELECT 1 FROM posts WHERE owner_id = ? AND post_id = ?');
  const removeFacts = db.prepare('DELETE FROM post_facts WHERE owner_id = ? AND post_id = ?');
  const newest = db.prepare('SELECT max(id) AS id FROM posts WHERE word_id = ?');
  const count = db.prepare('UPDATE words SET total_posts = total_posts - ?, last_post_posts = ? WHERE word_id = ?');
  return (removed: readonly StoredRow[]): void => {
    for (const row of removed) {
      rows.remove(row);
      if (!findRest.get(row.ownerId, row.postId)) removeFacts.run(row.ownerId, row.postId);
    }
    rows.writeIndexes();
    for (const [wordId, posts] of Map.groupBy(removed, (post) => post.wordId)) {
      const id = newest.get(wordId)?.id;
      count.run(posts.length, typeof id === 'number' ? timeOfPostId(id) : null, wordId);
    }
  };
}

export function createPostEngine(db: DatabaseSync, connection: Connection): PostEngine {
  const rows = createPostRows(db);
  const writePost = createPostWriter(db, rows);
  const removeRows = createPostRemoval(db, rows);
  const catchUp = createCatchUp(db, rows);
  return {
    async write(_, posts, origin, now) {
      const outcomes = posts.map((post) => writePost(post, origin, now));
      rows.writeIndexes();
      return outcomes;
    },
    async remove(tx, condition, id, limit) {
      const columns = 'id, owner_id, post_id, word_id, story_id';
      const removed = await tx.rows<StoredRow>(`SELECT ${columns} FROM posts WHERE ${condition} LIMIT $2`, id, limit);
      removeRows(removed);
      return removed.length;
    },
    countOutdated: async () => catchUp.count(),
    catchUp: () => connection.transaction(async () => catchUp.step()),
    setTimeZone: async (name) => (await connection.run('UPDATE time_zone SET name = $1 WHERE name <> $1', name)) > 0,
  };
}
