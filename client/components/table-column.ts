/** What a screen says of a table's column; the table does the rest. */
import type { ReactNode } from 'react';

/** For every link and button in a cell: only the active row's controls are in the tab order. */
export type ControlProps = { tabIndex?: 0 | -1 };

export type Column<Row, SortColumn extends string = string> = {
  title: string;
  /** A track of `grid-template-columns`. */
  width: string;
  /** Makes the header a link that sorts. */
  sort?: SortColumn;
  align?: 'end';
  /** Takes the whole width of a card on narrow screens. */
  wide?: boolean;
  cell: (row: Row, control: ControlProps) => ReactNode;
};
