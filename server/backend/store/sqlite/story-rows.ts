/** Keeps the counts of stories and the table `copies` exact. The methods run inside the caller's transaction. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostIndexer } from './post-indexer.ts';
import type { PostKey } from './story-links.ts';

export type StoryRow = PostKey & { id: number; storyId: number };

const previousOf = (row: string): string =>
  `(SELECT max(other.id) FROM posts other WHERE other.story_id = ${row}.story_id AND other.id < ${row}.id)`;

function prepareStatements(db: DatabaseSync) {
  return {
    create: db.prepare('INSERT INTO stories (rows, stored_at) VALUES (0, ?)'),
    drop: db.prepare('DELETE FROM stories WHERE story_id = ?'),
    // Without RETURNING: with it, SQLite makes a savepoint, at which FTS5 writes its index to the disk.
    addRows: db.prepare('UPDATE stories SET rows = rows + ? WHERE story_id = ?'),
    countRows: db.prepare('SELECT rows FROM stories WHERE story_id = ?'),
    rows: db.prepare('SELECT id FROM posts WHERE story_id = ?'),
    setStory: db.prepare('UPDATE posts SET story_id = ? WHERE id = ?'),
    link: db.prepare(
      `INSERT OR REPLACE INTO copies SELECT id, story_id, ${previousOf('posts')} FROM posts WHERE id = ?`,
    ),
    linkNext: db.prepare(`UPDATE copies SET previous = ${previousOf('copies')}
      WHERE id = (SELECT min(id) FROM posts WHERE story_id = ? AND id > ?)`),
    unlink: db.prepare('DELETE FROM copies WHERE id = ?'),
    storyOf: db.prepare('SELECT story_id AS storyId FROM copies WHERE id = ?'),
    rowsOfPost: db.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ?'),
  };
}

const idsOf = (rows: readonly Record<string, unknown>[]): number[] => rows.map(({ id }) => Number(id));

/** `now` dates the arrival of stories. */
export function createStoryRows(db: DatabaseSync, index: Pick<PostIndexer, 'touch'>, now: () => number) {
  const statements = prepareStatements(db);
  const rowsOf = (storyId: number): number[] => idsOf(statements.rows.all(storyId));
  const rowsOfPost = ({ ownerId, postId }: PostKey): number[] => idsOf(statements.rowsOfPost.all(ownerId, postId));
  const sizeOf = (storyId: number): number => Number(statements.countRows.get(storyId)?.rows);
  /** Returns the new number of rows. */
  function addRows(storyId: number, change: number): number {
    statements.addRows.run(change, storyId);
    return sizeOf(storyId);
  }

  /** The story gained the row, and now has `rows`. */
  function enter(storyId: number, id: number, rows: number): void {
    if (rows === 1) return;
    // The story's first row became a copy with its second one.
    for (const linked of rows === 2 ? rowsOf(storyId) : [id]) statements.link.run(linked);
    statements.linkNext.run(storyId, id);
  }

  /** The story lost the row. Returns the rows that are left. */
  function leave(storyId: number, id: number): number {
    const left = addRows(storyId, -1);
    if (left === 0) statements.drop.run(storyId);
    for (const unlinked of left === 1 ? [id, ...rowsOf(storyId)] : [id]) statements.unlink.run(unlinked);
    statements.linkNext.run(storyId, id);
    return left;
  }

  /** Updates the term `copy` of a post's other row when the post now has one phrase or two. */
  function indexOther(row: StoryRow): void {
    const others = rowsOfPost(row).filter((id) => id !== row.id);
    const [other] = others;
    if (other !== undefined && others.length === 1) index.touch(other);
  }

  function move(ids: readonly number[], from: number, to: number): void {
    for (const id of ids) {
      statements.setStory.run(to, id);
      leave(from, id);
      enter(to, id, addRows(to, 1));
    }
  }

  return {
    create: (): number => Number(statements.create.run(now()).lastInsertRowid),
    move,
    rowsOfPost,
    sizeOf,
    /** Merges the stories into the largest, of equal ones into the oldest. Returns its ID. */
    merge(storyIds: readonly [number, ...number[]]): number {
      return storyIds.reduce((a, b) => {
        if (a === b) return a;
        const [into, from] = (sizeOf(a) - sizeOf(b) || b - a) > 0 ? [a, b] : [b, a];
        move(rowsOf(from), from, into);
        return into;
      });
    },
    /** Counts a row that was added to `posts` with its story. */
    add(row: StoryRow): void {
      const rows = addRows(row.storyId, 1);
      enter(row.storyId, row.id, rows);
      index.touch(row.id);
      if (rows > 1) indexOther(row);
    },
    /** The row was removed from `posts`. */
    remove(row: StoryRow): void {
      index.touch(row.id);
      if (leave(row.storyId, row.id) > 0) indexOther(row);
    },
    /** The row's ID has changed. */
    renumber(oldId: number, id: number): void {
      const storyId = statements.storyOf.get(oldId)?.storyId;
      if (typeof storyId !== 'number') return;
      statements.unlink.run(oldId);
      statements.linkNext.run(storyId, oldId);
      statements.link.run(id);
      statements.linkNext.run(storyId, id);
    },
  };
}
