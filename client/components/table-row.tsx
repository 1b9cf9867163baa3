/** A row of a table. It renders again only when its own data or place changes, which keeps long tables smooth. */
// biome-ignore-all lint/a11y/useSemanticElements: rows that are virtualised by position cannot be those of a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and links have the focus, see useGridFocus
import { memo, type ReactNode } from 'react';
import styles from './data-table.module.css';
import type { Cell } from './grid-navigation.ts';
import type { Column } from './table-column.ts';

/** `top` is in pixels from the first row's; null where rows follow each other. */
export type RenderRow = (index: number, top: number | null) => ReactNode;

type TableRowProps<Row> = {
  row: Row;
  index: number;
  /** Rows before the table's first one. */
  offset: number;
  columns: readonly Column<Row>[];
  top: number | null;
  active: Cell | null;
};

/** Until the table has had the focus all controls are in the tab order, then those of the active row. */
function tabIndexOf(active: Cell | null, index: number, column?: number): 0 | -1 | undefined {
  if (!active) return undefined;
  return active.row === index && (column === undefined || active.column === column) ? 0 : -1;
}

function PlainTableRow<Row>({ row, index, offset, columns, top, active }: TableRowProps<Row>) {
  const control = { tabIndex: tabIndexOf(active, index) };
  return (
    <div
      role="row"
      aria-rowindex={offset + index + 2}
      data-row=""
      className={styles.row}
      style={top === null ? undefined : { top }}
    >
      {columns.map(({ title, align, wide, cell }, column) => (
        <div
          key={title}
          role="gridcell"
          tabIndex={tabIndexOf(active, index, column)}
          data-align={align}
          data-wide={wide ? '' : undefined}
        >
          {cell(row, control)}
        </div>
      ))}
    </div>
  );
}

/** What a row shows of the active cell: null, elsewhere, or its own column. */
const activePart = ({ active, index }: { active: Cell | null; index: number }): number | null =>
  active && (active.row === index ? active.column : -1);

export const TableRow = memo(
  PlainTableRow,
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.offset === after.offset &&
    before.columns === after.columns &&
    before.top === after.top &&
    activePart(before) === activePart(after),
) as typeof PlainTableRow;
