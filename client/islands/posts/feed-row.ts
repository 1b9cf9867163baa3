/** The rows of the feed: posts, with the reader's changes since the page was loaded. */
import type { Post } from '../../../shared/api/posts.ts';
import type { TabMarks } from './tab-marks.ts';

/** `copies` counts the rows of the story that are not in the list, except for an expanded row. */
export type FeedRow = Post & {
  /** The other rows of the story follow. */
  expanded?: true;
  /** The row was added below the first row of its story. */
  repeated?: true;
};

/** The other rows of a story. `total` counts them all; `posts` are the loaded ones. */
export type OpenStory = { posts: readonly Post[]; total: number };

/** Both by story. `marks` is true for read stories and has only those that the reader marked. */
export type RowChanges = {
  marks: ReadonlyMap<number, boolean>;
  stories: ReadonlyMap<number, OpenStory>;
};

export const noChanges: RowChanges = { marks: new Map(), stories: new Map() };

/** A request of a control or a key to the row tools. `rowIndex` is the row's `aria-rowindex`. */
export type RowRequest =
  | { act: 'copies' | 'menu'; post: FeedRow; opener: HTMLElement }
  | { act: 'read'; post: FeedRow }
  | ({ act: 'marked' } & TabMarks)
  | { act: 'read-row'; rowIndex: number }
  | { act: 'read-above' | 'mutes' };
