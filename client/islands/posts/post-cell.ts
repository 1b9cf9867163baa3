/** What the cells of a post get. */
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import type { PreloadHandlers } from '../../components/lazy.tsx';
import type { Selection } from '../../components/selection.tsx';
import type { ControlProps } from '../../components/table-column.ts';
import type { FeedRow } from './feed-row.ts';
import type { RowRequest } from './row-requests.ts';

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
