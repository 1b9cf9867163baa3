/** The rows of the feed: posts, with what the user has changed since the page was loaded. */
import type { Post } from '../../../shared/api/posts.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';

/** `copies` counts the other rows of the story that are not in the list; in an expanded row, all other rows. */
export type FeedRow = Post & {
  /** The other rows of the story follow. */
  expanded?: true;
  /** The row was added below the expanded row of its story. */
  repeated?: true;
};

/** The rows of an expanded story. `total` counts all of them; `posts` are the loaded ones. */
export type OpenStory = { posts: readonly Post[]; total: number };

export type ShownWork = ReadonlyMap<number, StoryWork | null>;

/**
 * Maps by story ID. `marks` (true is read) has only the stories that the user marked, `work` only those that the user changed.
 */
export type RowChanges = {
  marks: ReadonlyMap<number, boolean>;
  work: ShownWork;
  stories: ReadonlyMap<number, OpenStory>;
};

export const noChanges: RowChanges = { marks: new Map(), work: new Map(), stories: new Map() };
