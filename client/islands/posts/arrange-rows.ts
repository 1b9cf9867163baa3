/** Applies the reader's changes to the rows of the list: marks, and the rows of open stories. */
import { type Post, postKey } from '../../../shared/api/posts.ts';
import type { FeedRow, OpenStory, RowChanges } from './feed-row.ts';

/** Returns the rows to add below the first row of a story. The last one counts the rows that are not loaded. */
function addedRows({ posts, total }: OpenStory, shown: ReadonlySet<string>): FeedRow[] {
  const added = posts.filter((post) => !shown.has(postKey(post)));
  const rest = total - posts.length;
  return added.map((post, index) => ({ ...post, repeated: true, copies: index === added.length - 1 ? rest : 0 }));
}

/** Rows without changes stay the same objects, so that the table does not render them again. */
export function arrangeRows(rows: readonly Post[], { marks, stories }: RowChanges): FeedRow[] {
  const shown: ReadonlySet<string> = new Set(stories.size > 0 ? rows.map(postKey) : []);
  const marked = (row: FeedRow): FeedRow => {
    const read = row.storyId === null ? undefined : marks.get(row.storyId);
    return read === undefined || read === row.read ? row : { ...row, read };
  };
  return rows.flatMap((row): FeedRow[] => {
    const story = row.storyId === null ? undefined : stories.get(row.storyId);
    if (!story || row.copies === 0) return [marked(row)];
    const first: FeedRow = { ...row, expanded: true };
    return [first, ...addedRows(story, shown)].map(marked);
  });
}
