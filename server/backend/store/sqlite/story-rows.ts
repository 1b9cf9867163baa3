/** Keeps stories and the marks of their rows exact (migration 005). The methods run inside the caller's transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { createPostIndexer } from './post-indexer.ts';

export type StoryRow = { id: number; ownerId: number; postId: number; storyId: number };

function prepareStatements(db: DatabaseSync) {
  return {
    index: createPostIndexer(db),
    create: db.prepare('INSERT INTO stories (rows, stored_at) VALUES (0, ?) RETURNING story_id AS storyId'),
    drop: db.prepare('DELETE FROM stories WHERE story_id = ?'),
    addRows: db.prepare('UPDATE stories SET rows = rows + ? WHERE story_id = ? RETURNING rows'),
    rows: db.prepare('SELECT id FROM posts WHERE story_id = ?'),
    setCopy: db.prepare('UPDATE posts SET is_copy = ? WHERE id = ?'),
    rowsOfPost: db.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ? LIMIT 3'),
  };
}

const idsOf = (rows: readonly Record<string, unknown>[]): number[] => rows.map(({ id }) => Number(id));

export function createStoryRows(db: DatabaseSync) {
  const statements = prepareStatements(db);
  const { index } = statements;

  const countRows = (storyId: number, change: number): number => Number(statements.addRows.get(change, storyId)?.rows);

  function mark(id: number, isCopy: boolean): void {
    statements.setCopy.run(Number(isCopy), id);
    index.put(id);
  }

  /** Updates the term `copy` of a post's other row when the post now has one phrase or two. */
  function indexOther({ id, ownerId, postId }: StoryRow): void {
    const others = idsOf(statements.rowsOfPost.all(ownerId, postId)).filter((other) => other !== id);
    const [other] = others;
    if (other !== undefined && others.length === 1) index.put(other);
  }

  return {
    create: (now: number): number => Number(statements.create.get(now)?.storyId),
    /** Counts and indexes a row that was added to `posts` with its story. */
    add(row: StoryRow): void {
      const rows = countRows(row.storyId, 1);
      if (rows === 2) for (const id of idsOf(statements.rows.all(row.storyId))) mark(id, true);
      else mark(row.id, rows > 1);
      if (rows > 2) indexOther(row);
    },
    /** The row was removed from `posts`. Removes its index entry. */
    remove(row: StoryRow): void {
      index.remove(row.id);
      const rows = countRows(row.storyId, -1);
      if (rows === 0) statements.drop.run(row.storyId);
      else if (rows === 1) for (const id of idsOf(statements.rows.all(row.storyId))) mark(id, false);
      else indexOther(row);
    },
  };
}
