/** The rows of a table: the first ones are in the page, in the server's HTML as in the browser; those after them are virtual. */
// biome-ignore-all lint/a11y/useSemanticElements: react-virtualized does not render table elements
import { type CSSProperties, useRef, useState } from 'react';
import type { RowKey } from '../lib/loaded-pages.ts';
import type { LazyComponent } from '../lib/use-lazy-component.ts';
import { useNearWindow } from '../lib/use-near-window.ts';
import styles from './data-table.module.css';
import { onServer } from './static-children.ts';
import { type RenderRow, TableRow, type TableRowsProps } from './table-row.tsx';
import type { VirtualRowsProps } from './virtual-rows.tsx';

/** The number of rows that the server renders for browsers with scripts. */
const servedRows = 30;

/** In pixels. Virtual rows load when their place is so near to the window, or wherever it is when one of them has the focus. */
const near = 200;
const anywhere = 1e7;

type AllRowsProps<Row> = TableRowsProps<Row> & {
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => RowKey;
  /** In pixels, null until it is measured. */
  rowHeight: number | null;
  printing: boolean;
  virtual: LazyComponent<VirtualRowsProps>;
};

/** Browsers without scripts show all rows: the contents of `noscript` are text for others. Paper shows all loaded ones. */
export function TableRows<Row>({ rows, rowKey, rowHeight, printing, virtual, ...shared }: AllRowsProps<Row>) {
  const later = useRef<HTMLDivElement>(null);
  const { Component: VirtualRows, load } = virtual;
  const activeRow = shared.active?.row ?? 0;
  const [servedRow] = useState(rows[0]);
  // Another list, such as after a sort, is shown sooner without the rows below the window.
  const isServed = rowHeight === null || rows[0] === servedRow;
  const first = Math.min(rows.length, isServed ? servedRows : Math.ceil(innerHeight / rowHeight));
  // When rows go, `Grid` scrolls to the end of a list that is not longer than the window (react-virtualized 10.0.0).
  const fits = rowHeight !== null && (rows.length - first) * rowHeight <= innerHeight;
  const count = printing || fits ? rows.length : first;
  const hasLater = count < rows.length;

  async function loadVirtualRows() {
    if (!(await load())) addEventListener('scroll', loadVirtualRows, { once: true });
  }
  useNearWindow(later, hasLater && !VirtualRows && loadVirtualRows, activeRow < count ? near : anywhere);

  const renderRow: RenderRow = (index, style) => {
    const row = rows[index];
    return row === undefined ? null : (
      <TableRow key={rowKey(row, index)} row={row} index={index} {...(style && { style })} {...shared} />
    );
  };
  const renderRows = (from: number, to: number) => rows.slice(from, to).map((_, index) => renderRow(from + index));

  return (
    <>
      <div role="rowgroup" className={styles.rows}>
        {renderRows(0, count)}
      </div>
      {hasLater && (
        <div ref={later} className={styles.later} style={{ '--later-rows': rows.length - count } as CSSProperties}>
          {VirtualRows && rowHeight !== null ? (
            <VirtualRows {...{ first: count, rowCount: rows.length - count, rowHeight, activeRow, renderRow }} />
          ) : (
            <noscript>{onServer && renderRows(count, rows.length)}</noscript>
          )}
        </div>
      )}
    </>
  );
}
