/** A row of a table. It renders again only when its own data or place changes, which keeps long tables smooth. */
// biome-ignore-all lint/a11y/useSemanticElements: rows that are virtualised by position cannot be those of a <table>
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and links have the focus, see useGridFocus
import { memo } from 'react';
import styles from './data-table.module.css';
import type { Column, ControlProps } from './table-column.ts';

type TableRowProps<Row> = {
  row: Row;
  index: number;
  ariaIndex: number;
  columns: readonly Column<Row>[];
  /** Pixels from the first row's top; null before the table is virtualised, when rows follow each other. */
  top: number | null;
  /** The column of the active cell, if it is in this row. */
  activeColumn: number | null;
};

/** Without a script all controls are in the tab order; with it, those of the active row. */
function controlProps(top: number | null, active: boolean): ControlProps {
  if (top === null) return {};
  return { tabIndex: active ? 0 : -1 };
}

function PlainTableRow<Row>({ row, index, ariaIndex, columns, top, activeColumn }: TableRowProps<Row>) {
  const control = controlProps(top, activeColumn !== null);
  return (
    <div
      role="row"
      aria-rowindex={ariaIndex}
      data-row={index}
      className={styles.row}
      style={top === null ? undefined : { top }}
    >
      {columns.map((column, columnIndex) => (
        <div
          key={column.title}
          role="gridcell"
          tabIndex={top === null ? undefined : columnIndex === activeColumn ? 0 : -1}
          data-label={column.title}
          data-align={column.align}
          data-wide={column.wide ? '' : undefined}
        >
          {column.cell(row, control)}
        </div>
      ))}
    </div>
  );
}

export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;
