/** The rows of the feed: posts, with the reader's changes since the page was loaded. */
import type { Post } from '../../../shared/api/posts.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import type { PreloadHandlers } from '../../components/lazy.tsx';
import type { Selection } from '../../components/selection.tsx';
import type { ControlProps } from '../../components/table-column.ts';
import type { RowKey } from '../../lib/page.ts';

/** `savedSince`: the marks that were made at this time are saved. */
export type TabMarks = { stories: readonly number[]; read: boolean; savedSince?: number };

let channel: BroadcastChannel | undefined;

/** Connects the browser's tabs, so that a mark shows in all of them. One channel per tab: a second one would receive what the first one sends. */
export const otherTabs = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('marks');
  return channel;
};

/** `copies` counts the rows of the story that are not in the list, except for an expanded row. */
export type FeedRow = Post & {
  /** The other rows of the story follow. */
  expanded?: true;
  /** The row was added below the first row of its story. */
  repeated?: true;
};

/** The other rows of a story. `total` counts them all; `posts` are the loaded ones. */
export type OpenStory = { posts: readonly Post[]; total: number };

export type ShownWork = ReadonlyMap<number, StoryWork | null>;

/**
 * All by story. `marks` is true for read stories and has only those that the reader marked, `work` only those that the reader
 * changed.
 */
export type RowChanges = {
  marks: ReadonlyMap<number, boolean>;
  work: ShownWork;
  stories: ReadonlyMap<number, OpenStory>;
};

export const noChanges: RowChanges = { marks: new Map(), work: new Map(), stories: new Map() };

/** What people do with stories. */
export type WorkAct =
  | 'restore'
  | 'take'
  | 'assign'
  | 'postpone'
  | 'resolve'
  | 'reject'
  | 'tags'
  | 'note'
  | 'tone'
  | 'join'
  | 'separate'
  | 'accept';

/** A request of a control or a key to the row tools. `rowIndex` is the row's `aria-rowindex`. */
export type RowRequest =
  | { act: 'copies' | 'menu'; post: FeedRow; opener: HTMLElement }
  | { act: 'read'; post: FeedRow }
  | ({ act: 'marked' } & TabMarks)
  /** `found`: in place of the posts, all stories that the filters find, which are that many. */
  | { act: 'work'; work: WorkAct; posts: readonly FeedRow[]; found?: number | null }
  | { act: RowKey['act']; rowIndex: number }
  | { act: 'read-above' | 'mutes' };

/** `changes` something: refused in the read-only mode. `refusal`: why it is refused anyway. */
export type MenuItem = { label: string; run: () => void; changes?: true; refusal?: string | null };

export type PostCellOptions = {
  open: (post: FeedRow, opener: HTMLElement) => void;
  preload: PreloadHandlers;
  /** The backend keeps marks: unread rows are marked. */
  marks: boolean;
  /** Rows have a menu. */
  menu: boolean;
  /** The column «Состояние» is there, and the selected stories. Null without work. */
  selection: Selection<number> | null;
  basePath: string;
  /** The feed with other filters besides those of the rows. */
  hrefOf: (part: Partial<PostsQuery>) => string;
  /** Adds filters to the current ones. */
  change: (part: Partial<PostsQuery>) => void;
  ask: (request: RowRequest) => void;
  preloadTools: PreloadHandlers;
};

export type CellProps = PostCellOptions & { post: FeedRow; control: ControlProps; interactive: boolean };
