/** Reads the text of one post, whatever the viewer has muted or rules have hidden. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostText } from '../rules/edits.ts';
import type { PostKey } from '../store/post-tables.ts';
import { noFilters, type Viewing } from '../store/posts-store.ts';
import { allOf, readArrays } from '../store/sqlite/sql.ts';
import { readParts } from '../store/text-parts.ts';
import { ofVisibleWords } from './filters.ts';
import { automaticStories } from './own-stories.ts';
import { selectPosts } from './post-selection.ts';

/** Null unless a phrase that the viewer sees has the post. */
export function findText(
  db: DatabaseSync,
  { clientId }: Pick<Viewing, 'clientId'>,
  { ownerId, postId }: PostKey,
): PostText | null {
  const all: Viewing = { filter: { ...noFilters, state: 'any' }, clientId, account: null, shownWork: null };
  const selection = selectPosts(db, automaticStories, all);
  if (selection === null) return null;
  const { sql, params } = allOf([
    { sql: 'posts.owner_id = ? AND posts.post_id = ?', params: [ownerId, postId] },
    ...ofVisibleWords(selection),
  ]);
  const [found] = readArrays<[string | null, string | null]>(
    db,
    `SELECT text, text_parts FROM posts JOIN post_texts USING (id) WHERE ${sql} LIMIT 1`,
    params,
  );
  return found ? { text: found[0], textParts: readParts(found[1]) } : null;
}
