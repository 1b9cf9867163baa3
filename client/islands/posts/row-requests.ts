/** The requests of controls and keys to the tools of the rows (row-tools.tsx). */
import type { Selection } from '../../components/selection.tsx';
import type { RowShortcut } from '../../lib/page.ts';
import type { FeedRow } from './feed-row.ts';
import type { TabMarks } from './other-tabs.ts';

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
  | { act: 'copies'; post: FeedRow; opener: HTMLElement }
  | { act: 'menu'; post: FeedRow; opener: HTMLElement; selection: Selection<number> | null }
  /** Expands stories again. Each pair has the ID of a story and the number of rows to load. */
  | { act: 'reopen'; stories: readonly (readonly [number, number])[] }
  | { act: 'read'; post: FeedRow }
  | ({ act: 'marked' } & TabMarks)
  /** `found`: instead of `posts`, act on all stories that match the filters; the number of them. */
  | { act: 'work'; work: WorkAct; posts: readonly FeedRow[]; found?: number | null }
  | { act: RowShortcut['act']; rowIndex: number }
  | { act: 'read-above' | 'mutes' };

/**
 * `key`: of the shortcut, if there is one. `changes`: the item changes something, so it is refused in read-only mode. `refusal`:
 * another reason why it is refused.
 */
export type MenuItem = {
  label: string;
  key?: string | undefined;
  run: () => void;
  changes?: true;
  refusal?: string | null;
};
