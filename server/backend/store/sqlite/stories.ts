/**
 * Arranges posts in stories. All rows of a post are in one story, which is that of the text stored last. The methods run
 * inside the caller's transaction.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { FoldedText } from '../../rules/stories/folded-text.ts';
import type { PostKey } from '../similar-posts.ts';
import type { PostIndexer } from './post-indexer.ts';
import { createStoryLinks } from './story-links.ts';

export type StoryRow = PostKey & { id: number; storyId: number };

function prepareStatements(db: DatabaseSync) {
  return {
    create: db.prepare('INSERT INTO stories (rows) VALUES (0)'),
    drop: db.prepare('DELETE FROM stories WHERE story_id = ?'),
    // Without RETURNING: with it, SQLite makes a savepoint, at which FTS5 writes its index to the disk.
    addRows: db.prepare('UPDATE stories SET rows = rows + ? WHERE story_id = ?'),
    countRows: db.prepare('SELECT rows FROM stories WHERE story_id = ?'),
    rows: db.prepare('SELECT id FROM posts WHERE story_id = ?'),
    setStory: db.prepare('UPDATE posts SET story_id = ? WHERE id = ?'),
    rowsOfPost: db.prepare('SELECT id FROM posts WHERE owner_id = ? AND post_id = ?'),
  };
}

const idsOf = (rows: readonly Record<string, unknown>[]): number[] => rows.map(({ id }) => Number(id));

/** Keeps the counts of stories exact. `onMove` is called with each stored row that another story gets. */
function createStoryRows(db: DatabaseSync, index: Pick<PostIndexer, 'touch'>, onMove: (id: number) => void) {
  const statements = prepareStatements(db);
  const rowsOf = (storyId: number): number[] => idsOf(statements.rows.all(storyId));
  const rowsOfPost = ({ ownerId, postId }: PostKey): number[] => idsOf(statements.rowsOfPost.all(ownerId, postId));
  const sizeOf = (storyId: number): number => Number(statements.countRows.get(storyId)?.rows);
  /** Returns the new number of rows. A story without rows is dropped. */
  function addRows(storyId: number, change: number): number {
    statements.addRows.run(change, storyId);
    const rows = sizeOf(storyId);
    if (rows === 0) statements.drop.run(storyId);
    return rows;
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
      onMove(id);
    }
    addRows(to, ids.length);
    addRows(from, -ids.length);
  }

  return {
    create: (): number => Number(statements.create.run().lastInsertRowid),
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
      index.touch(row.id);
      if (rows > 1) indexOther(row);
    },
    /** The row was removed from `posts`. */
    remove(row: StoryRow): void {
      index.touch(row.id);
      if (addRows(row.storyId, -1) > 0) indexOther(row);
    },
  };
}

/** `onMove` is called with each stored row that another story gets. */
export function createStories(
  db: DatabaseSync,
  index: Pick<PostIndexer, 'touch'>,
  onMove: (id: number) => void = () => {},
) {
  const rows = createStoryRows(db, index, onMove);
  const links = createStoryLinks(db);
  const find = db.prepare('SELECT story_id AS storyId FROM posts WHERE owner_id = ? AND post_id = ? LIMIT 1');

  const storyOf = ({ ownerId, postId }: PostKey): number | null => {
    const known = find.get(ownerId, postId);
    return known ? Number(known.storyId) : null;
  };

  /** The story of the post's copies; null when there are none. */
  function joinCopies(post: PostKey, text: FoldedText | null): number | null {
    const [first, ...others] = links.find(post, text);
    return first === undefined ? null : rows.merge([first, ...others]);
  }
  return {
    add: rows.add,
    remove: rows.remove,
    create: rows.create,
    /** The story of a post's new row that is not stored yet. Null: it needs a new one. */
    choose: (post: PostKey, text: FoldedText | null): number | null => storyOf(post) ?? joinCopies(post, text),
    /** The text of a row of the post changed: the post leaves its copies, and joins those of the new text. */
    replace(post: PostKey, text: FoldedText | null): void {
      const joined = joinCopies(post, text);
      const current = storyOf(post);
      if (current === null || current === joined) return;
      const own = rows.rowsOfPost(post);
      if (joined !== null) rows.move(own, current, joined);
      else if (rows.sizeOf(current) > own.length) rows.move(own, current, rows.create());
    },
    /** Joins the stories of a stored post and of its copies. */
    join(post: PostKey, text: FoldedText | null): void {
      const current = storyOf(post);
      if (current !== null) rows.merge([current, ...links.find(post, text)]);
    },
  };
}
