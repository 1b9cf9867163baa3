/** A table row. It renders again only when its own data or position changes, which keeps long tables fast. */
// biome-ignore-all lint/a11y/useSemanticElements: react-virtualized does not render table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and links take the focus, see useGridFocus
import { type CSSProperties, memo, type ReactElement } from 'react';
import styles from './data-table.module.css';
import type { ActiveCell } from './grid-navigation.ts';
import { type Column, cellClass, isScripted } from './table-column.ts';

/** The props that all rows of a table share. */
export type TableRowsProps<Row> = {
  /** Number of rows before the table's first row. */
  offset: number;
  columns: readonly Column<Row>[];
  /** False in the server's HTML and while it is hydrated. */
  interactive: boolean;
  active: ActiveCell | null;
};

/** `style` positions a virtual row. */
export type RenderRow = (index: number, style?: CSSProperties) => ReactElement | null;

type TableRowProps<Row> = TableRowsProps<Row> & { row: Row; index: number; style?: CSSProperties };

/** All controls are in the tab order until the table first gets the focus. After that, only those of the active row are. */
function tabIndexOf(active: ActiveCell | null, index: number, column?: number): 0 | -1 | undefined {
  if (!active) return undefined;
  return active.row === index && (column === undefined || active.column === column) ? 0 : -1;
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, offset, columns, style, interactive, active } = props;
  const control = { tabIndex: tabIndexOf(active, index) };
  return (
    <div
      role="row"
      className={styles.row}
      aria-rowindex={offset + index + 2}
      // Style sheets of screens mark the current row.
      data-current={active?.current && active.row === index ? '' : undefined}
      style={style}
    >
      {columns.map(
        (column, position) =>
          (interactive || !isScripted(column)) && (
            <div
              key={column.title}
              role="gridcell"
              className={cellClass(column, row)}
              tabIndex={tabIndexOf(active, index, position)}
            >
              {(interactive || !column.leading) && column.cell(row, control, interactive)}
            </div>
          ),
      )}
    </div>
  );
}

/** The part of `active` that a row depends on: the column of its active cell, -1 for another row, null for no active cell. */
const activeColumnOf = ({ active, index }: { active: ActiveCell | null; index: number }): number | null =>
  active && (active.row === index ? active.column : -1);

export const TableRow = memo(
  PlainTableRow,
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.offset === after.offset &&
    before.columns === after.columns &&
    // react-virtualized creates other objects for the same place when rows are added.
    before.style?.top === after.style?.top &&
    before.style?.height === after.style?.height &&
    before.interactive === after.interactive &&
    before.active?.current === after.active?.current &&
    activeColumnOf(before) === activeColumnOf(after),
) as typeof PlainTableRow;
