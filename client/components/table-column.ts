/** What a screen says of a table's column; the table does the rest. */
import type { ReactNode } from 'react';

/** For every link and button in a cell: only the active row's controls are in the tab order. */
export type ControlProps = { tabIndex?: 0 | -1 };

export type TitledColumn = {
  title: string;
  /** A person may hide the column, which is remembered under this name: `words.clients`, letters, `_` and `.` only. */
  name?: string;
};

export type Column<Row, SortColumn extends string = string> = TitledColumn & {
  /** A track of `grid-template-columns`. */
  width: string;
  /** Makes the header a link that sorts. */
  sort?: SortColumn;
  align?: 'center' | 'end';
  /** Takes the whole width of a card on narrow screens. */
  wide?: boolean;
  cell: (row: Row, control: ControlProps) => ReactNode;
};
