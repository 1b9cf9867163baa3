/** The columns that screens define for their tables. */
import type { ReactNode } from 'react';
import type { On } from '../../shared/backend-kind.ts';

/** Props for every link and button in a cell. Only the active row's controls are in the tab order. */
export type ControlProps = { tabIndex?: 0 | -1 };

export type TitledColumn = {
  title: string;
  /** The backends with which the column exists. */
  on: On;
  /** Makes the column hideable. The preference stores this name, such as `words.clients`: letters, `_` and `.` only. */
  name?: string;
};

export type Column<Row, SortColumn extends string = string> = TitledColumn & {
  /** A track of `grid-template-columns`: a width, or `minmax()` with a minimum, in rem. */
  width: string;
  /** Makes the header a sort link. */
  sort?: SortColumn;
  /**
   * `select` is for a checkbox. `wrap` breaks a text into two lines. `pair` aligns two numbers at the slash between them; until
   * hydration the style sheet shows a placeholder for the second one.
   */
  align?: 'end' | 'pair' | 'select' | 'wrap';
  /** The layout in a card: the heading, a labelled field on a separate line, or a block without a label. */
  card?: 'heading' | 'line' | 'block';
  /**
   * In the layout `text`, and in a narrow table with `stacked`, a cell `under` is placed below the preceding cell `over`, in
   * the same track.
   */
  stack?: 'over' | 'under';
  /** The style sheet of the screen hides the column where there is too little room, in the header and in the rows. */
  secondary?: true;
  /** Renders the cell as a badge; null as a plain cell. */
  tone?: (row: Row) => Tone | null;
  /** The cell needs a script: it is empty until the row is hydrated. Must be the first column. */
  leading?: true;
  /** The cell needs a script: only hydrated rows have it. Must be a last column. */
  scripted?: true;
  /** The cell holds buttons. Implies `scripted`. */
  actions?: true;
  /** `interactive` is false in the server's HTML and during hydration. */
  cell: (row: Row, control: ControlProps, interactive: boolean) => ReactNode;
};

export const isScripted = ({ scripted, actions }: Column<never>): boolean => scripted ?? actions ?? false;

export type Tone = 'neutral' | 'success' | 'accent' | 'warning' | 'danger';

/**
 * Returns the `aria-colindex` of each shown column, if a column may be missing; else undefined. `all` includes the columns that
 * the user hid.
 */
export function columnIndices(
  all: readonly Column<never>[],
  shown: readonly Column<never>[],
): readonly number[] | undefined {
  if (shown.length === all.length && !all.some(({ secondary }) => secondary)) return undefined;
  return shown.map((column) => all.indexOf(column) + 1);
}

/** Returns a global class name, at most one per cell. The names are short, because every row repeats them in the HTML. */
export function cellClass<Row>({ align, card, tone, actions }: Column<Row>, row: Row): string | undefined {
  return tone?.(row) ?? card ?? align ?? (actions && 'actions');
}
