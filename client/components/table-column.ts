/** The columns of a table, as a screen defines them. */
import type { ReactNode } from 'react';

/** For every link and button in a cell: only the active row's controls are in the tab order. */
export type ControlProps = { tabIndex?: 0 | -1 };

export type TitledColumn = {
  title: string;
  /** A person may hide the column, which is stored under this name: `words.clients`, letters, `_` and `.` only. */
  name?: string;
};

export type Column<Row, SortColumn extends string = string> = TitledColumn & {
  /** A track of `grid-template-columns`. */
  width: string;
  /** Makes the header a link that sorts. */
  sort?: SortColumn;
  /** `pair` aligns two figures at the slash between them. */
  align?: 'end' | 'pair';
  /** In a card: its heading, a labelled line of its own, or a line without a label. */
  card?: 'heading' | 'line' | 'block';
  /** Shows the cell as a badge. */
  tone?: (row: Row) => Tone;
  /** The cell holds buttons. They need a script, so they are rendered after hydration. */
  actions?: true;
  cell: (row: Row, control: ControlProps) => ReactNode;
};

export type Tone = 'neutral' | 'success' | 'accent' | 'warning' | 'danger';

/** The style sheet's names, short because every row of the HTML repeats them. */
export function cellClass<Row>({ align, card, tone }: Column<Row>, row: Row): string | undefined {
  return [card, align, tone?.(row)].filter(Boolean).join(' ') || undefined;
}
