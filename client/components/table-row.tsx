/** A row of a table. It renders again only when its own data or place changes, which keeps long tables smooth. */
// biome-ignore-all lint/a11y/useSemanticElements: react-virtualized puts its rows into elements that are not a table's
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and links have the focus, see useGridFocus
import { type CSSProperties, memo, type ReactElement } from 'react';
import styles from './data-table.module.css';
import type { Cell } from './grid-navigation.ts';
import { type Column, cellClass } from './table-column.ts';

/** `style` positions a virtual row; rows of the HTML have none. */
export type RenderRow = (index: number, style?: CSSProperties) => ReactElement | null;

type TableRowProps<Row> = {
  row: Row;
  index: number;
  /** Rows before the table's first one. */
  offset: number;
  columns: readonly Column<Row>[];
  style: CSSProperties | undefined;
  /** False in the server's HTML and while it is hydrated. */
  interactive: boolean;
  active: Cell | null;
};

/** Until the table has had the focus all controls are in the tab order, then those of the active row. */
function tabIndexOf(active: Cell | null, index: number, column?: number): 0 | -1 | undefined {
  if (!active) return undefined;
  return active.row === index && (column === undefined || active.column === column) ? 0 : -1;
}

function PlainTableRow<Row>({ row, index, offset, columns, style, interactive, active }: TableRowProps<Row>) {
  const virtual = style !== undefined;
  const RowElement = virtual ? 'div' : 'tr';
  const CellElement = virtual ? 'div' : 'td';
  const control = { tabIndex: tabIndexOf(active, index) };
  return (
    <RowElement
      role={virtual ? 'row' : undefined}
      className={virtual ? styles.row : undefined}
      // Rows that begin the list have their index by their position.
      aria-rowindex={interactive || offset > 0 ? offset + index + 2 : undefined}
      style={style}
    >
      {columns.map((column, position) => (
        <CellElement
          key={column.title}
          role={virtual ? 'gridcell' : undefined}
          className={cellClass(column, row)}
          tabIndex={tabIndexOf(active, index, position)}
        >
          {column.actions && !interactive ? null : column.cell(row, control)}
        </CellElement>
      ))}
    </RowElement>
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
    before.style === after.style &&
    before.interactive === after.interactive &&
    activePart(before) === activePart(after),
) as typeof PlainTableRow;
