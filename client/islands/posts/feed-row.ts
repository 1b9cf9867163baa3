/** The rows of the feed: posts, with what the user has changed since the page was loaded. */
import type { Post } from '../../../shared/api/posts.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import type { PreloadHandlers } from '../../components/lazy.tsx';
import type { Selection } from '../../components/selection.tsx';
import type { ControlProps } from '../../components/table-column.ts';
import type { RowShortcut } from '../../lib/page.ts';

/** `savedSince`: the marks made at this time (`Date.now()`) have been saved. */
export type TabMarks = { stories: readonly number[]; read: boolean; savedSince?: number };

let channel: BroadcastChannel | undefined;

/**
 * Returns the channel that shows a mark in all tabs of the browser. One per tab, because a second one would receive what the
 * first one sends.
 */
export const otherTabs = (): BroadcastChannel => {
  channel ??= new BroadcastChannel('marks');
  return channel;
};

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

/** Actions on stories. */
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

/** A request from a control or a key to the row tools. `rowIndex` is the row's `aria-rowindex`. */
export type RowRequest =
  | { act: 'copies' | 'menu'; post: FeedRow; opener: HTMLElement }
  /** Expands stories again. Each pair has the ID of a story and the number of rows to load. */
  | { act: 'reopen'; stories: readonly (readonly [number, number])[] }
  | { act: 'read'; post: FeedRow }
  | ({ act: 'marked' } & TabMarks)
  /** `found`: instead of `posts`, act on all stories that match the filters; the number of them. */
  | { act: 'work'; work: WorkAct; posts: readonly FeedRow[]; found?: number | null }
  | { act: RowShortcut['act']; rowIndex: number }
  | { act: 'read-above' | 'mutes' };

/** `changes`: the item changes something, so it is refused in read-only mode. `refusal`: another reason why it is refused. */
export type MenuItem = { label: string; run: () => void; changes?: true; refusal?: string | null };

export type PostCellOptions = {
  open: (post: FeedRow, opener: HTMLElement) => void;
  preload: PreloadHandlers;
  /** The backend has read marks, so unread rows are highlighted. */
  marks: boolean;
  /** Rows have a menu. */
  menu: boolean;
  /** The selected stories; null for viewers who do not work on stories, whose column «Состояние» is then missing too. */
  selection: Selection<number> | null;
  basePath: string;
  /** Returns the query string of the feed with filters added to the filters of the rows. */
  hrefOf: (part: Partial<PostsQuery>) => string;
  /** Adds filters to the current ones. */
  change: (part: Partial<PostsQuery>) => void;
  ask: (request: RowRequest) => void;
  preloadTools: PreloadHandlers;
};

export type CellProps = PostCellOptions & { post: FeedRow; control: ControlProps; interactive: boolean };
