/** The type of table column that screens define. */
import type { ReactNode } from 'react';

/** Props for every link and button in a cell. Only the active row's controls are in the tab order. */
export type ControlProps = { tabIndex?: 0 | -1 };

export type TitledColumn = {
  title: string;
  /** Makes the column hideable. The preference stores this name, such as `words.clients`: letters, `_` and `.` only. */
  name?: string;
};

export type Column<Row, SortColumn extends string = string> = TitledColumn & {
  /** A track of `grid-template-columns`: pixels, or `minmax()` with the least width in pixels. */
  width: string;
  /** Makes the header a sort link. */
  sort?: SortColumn;
  /** `select` is for a checkbox, `wrap` breaks a text into two lines. `pair` aligns two numbers at the slash between them. The style sheet stands in for the second until hydration. */
  align?: 'end' | 'pair' | 'select' | 'wrap';
  /** The layout in a card: the heading, a labelled line of its own, or a line without a label. */
  card?: 'heading' | 'line' | 'block';
  /** In the layout `text`, and in a narrow table of `stacked`, a cell `under` stands below the cell `over` before it, in its track. */
  stack?: 'over' | 'under';
  /** Renders the cell as a badge. */
  tone?: (row: Row) => Tone;
  /** The cell needs a script: it is empty in rows that are not hydrated. Comes first. */
  leading?: true;
  /** The cell needs a script: only hydrated rows have it. Comes last. */
  scripted?: true;
  /** The cell holds buttons. Implies `scripted`. */
  actions?: true;
  /** `interactive` is false in the server's HTML and while it is hydrated. */
  cell: (row: Row, control: ControlProps, interactive: boolean) => ReactNode;
};

export const isScripted = ({ scripted, actions }: Column<never>): boolean => scripted ?? actions ?? false;

export type Tone = 'neutral' | 'success' | 'accent' | 'warning' | 'danger';

/** Global class names, at most one per cell. They are short because every row of the HTML repeats them. */
export function cellClass<Row>({ align, card, tone, actions }: Column<Row>, row: Row): string | undefined {
  return tone?.(row) ?? card ?? align ?? (actions && 'actions');
}
