/** The columns that screens define for their tables. */
import type { ReactNode } from 'react';
import type { On } from '../../shared/backend-kind.ts';

/** Props for every link and button in a cell. Only the active row's controls are in the tab order. */
export type ControlProps = { tabIndex?: 0 | -1 };

export type TitledColumn = {
  title: string;
  /** The backends with which the column exists. */
  on: On;
  /**
   * Makes the column hideable. The preference stores this name, such as `words.clients`: letters, `_` and `.` only. Columns that
   * are hidden together have one name, and their common title in `group`.
   */
  name?: string;
  group?: string;
};

export type Column<Row, SortColumn extends string = string> = TitledColumn & {
  /**
   * A track of `grid-template-columns`: a width, or `minmax()` with a minimum, in rem. In the layout `text` the style sheet of the
   * screen has the tracks.
   */
  width?: string;
  /** In the layout `text`: the class by which the style sheet of the screen places the header and the cells of the column. */
  place?: string;
  /** Makes the header a sort link. */
  sort?: SortColumn;
  /**
   * `select` is for a checkbox. `wrap` breaks a text into two lines. `pair` aligns two numbers at the slash between them; until
   * hydration the style sheet shows a placeholder for the second one.
   */
  align?: 'end' | 'pair' | 'select' | 'wrap';
  /** The layout in a card: the heading, or a labelled field on a separate line. */
  card?: 'heading' | 'line';
  /**
   * With the layout `stacked` two neighbours share a track: a cell `under` is placed below the preceding cell `over`, a cell
   * `upper` above the preceding cell `lower`.
   */
  stack?: 'over' | 'under' | 'lower' | 'upper';
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
  if (shown.length === all.length) return undefined;
  return shown.map((column) => all.indexOf(column) + 1);
}

/** Returns a global class name, at most one per cell. The names are short, because every row repeats them in the HTML. */
export function cellClass<Row>({ align, card, place, tone, actions }: Column<Row>, row: Row): string | undefined {
  return tone?.(row) ?? card ?? place ?? align ?? (actions && 'actions');
}

/** Attributes of a row by which the style sheet of the screen shows its state. */
export type RowMarks = { [name: `data-${string}`]: string };
