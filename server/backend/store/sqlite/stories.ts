/**
 * Arranges posts in stories. All rows of a post are in one story, which is that of the text stored last. The methods run
 * inside the caller's transaction.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { FoldedText } from '../../rules/stories/folded-text.ts';
import type { PostKey } from '../similar-posts.ts';
import type { PostIndexer } from './post-indexer.ts';
import { createStoryLinks } from './story-links.ts';
import { createStoryRows } from './story-rows.ts';

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
