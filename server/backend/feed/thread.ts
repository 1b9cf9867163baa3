/** Reads the thread of a comment: its post and its neighbours, whatever the viewer has muted or rules have hidden. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostKey } from '../store/post-tables.ts';
import { noFilters, type Viewing } from '../store/posts-store.ts';
import { allOf, listNumbers, readArrays } from '../store/sqlite/sql.ts';
import { ofVisibleWords } from './filters.ts';
import type { OwnStories } from './own-stories.ts';
import { fitTexts, readRows, readTextLengths } from './page-rows.ts';
import { selectPosts } from './post-selection.ts';
import { writeRows } from './present-post.ts';

/** The post, and the comments nearest to the one of the thread. */
const threadMax = 50;

/** The post, the top comment and the comments of its thread that are stored. */
const ofThread = (ownerId: number, parentPostId: number, topId: number) => ({
  sql: `posts.owner_id = ? AND posts.post_id IN (
    SELECT ? UNION ALL SELECT post_id FROM post_facts WHERE owner_id = ? AND parent_post_id = ? AND (post_id = ? OR thread_id = ?))`,
  params: [ownerId, parentPostId, ownerId, parentPostId, topId, topId],
});

/**
 * The rows as JSON, separated by commas, one of each post and comment in the order of posting. Null unless a phrase that the viewer
 * sees has the comment.
 */
export function readThread(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  { ownerId, postId }: PostKey,
): { json: Uint8Array; total: number } | null {
  const all: Viewing = { ...viewing, filter: { ...noFilters, state: 'any' }, account: null };
  const selection = selectPosts(db, own, all);
  const place = `SELECT parent_post_id, thread_id FROM post_facts
    WHERE owner_id = ? AND post_id = ? AND parent_post_id IS NOT NULL`;
  const [[parentPostId, threadId] = []] = readArrays<[number, number | null]>(db, place, [ownerId, postId]);
  if (selection === null || parentPostId === undefined) return null;
  const { sql, params } = allOf([ofThread(ownerId, parentPostId, threadId ?? postId), ...ofVisibleWords(selection)]);
  const ids = listNumbers(
    db,
    `SELECT id FROM (SELECT min(id) AS id FROM posts WHERE ${sql} GROUP BY post_id
       ORDER BY post_id <> ?, abs(post_id - ?) LIMIT ${threadMax}) ORDER BY id`,
    ...params,
    parentPostId,
    postId,
  );
  const rows = readRows(db, own, viewing, { selection: null, ids, textMax: fitTexts(readTextLengths(db, ids)) });
  return rows.some((row) => row.postId === postId) ? { json: writeRows(viewing, rows), total: rows.length } : null;
}
