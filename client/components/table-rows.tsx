/** The rows of a table. The first ones are elements of the server's HTML; later ones are virtual. */
// biome-ignore-all lint/a11y/useSemanticElements: react-virtualized does not render table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: cells and links take the focus, see useGridFocus

import { type CSSProperties, memo, type RefObject, useEffect, useRef, useState } from 'react';
import type { RowId } from '../lib/loaded-pages.ts';
import { onServer } from '../lib/on-server.ts';
import styles from './data-table.module.css';
import type { LazyComponent } from './lazy.tsx';
import { type Column, cellClass, isScripted, type RowMarks } from './table-column.ts';
import type { ActiveCell } from './use-grid-focus.ts';
import type { RenderRow, VirtualRowsProps } from './virtual-rows.tsx';

/**
 * Calls `act` when the element comes within `distance` pixels below the window; `act` is false while there is nothing to do.
 * When `key` changes, the element is observed again, because it may still be near.
 */
export function useNearWindow(
  element: RefObject<Element | null>,
  act: (() => void) | false,
  distance: number,
  key?: unknown,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `key`; `act` is a new but equivalent function in every render
  useEffect(() => {
    if (!act || !element.current) return;
    const observer = new IntersectionObserver(
      // A busy browser reports several entries at once. Only the last one is current.
      (entries) => {
        if (entries.at(-1)?.isIntersecting) act();
      },
      { rootMargin: `0px 0px ${distance}px 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, act === false, distance, key]);
}

/** Props shared by all rows of a table. */
export type TableRowsProps<Row> = {
  /** The number of rows before the table's first row. */
  offset: number;
  columns: readonly Column<Row>[];
  /** The `aria-colindex` of each column, if one may be missing. Changes only with the columns. */
  indices: readonly number[] | undefined;
  /** False in the server's HTML and during hydration. */
  interactive: boolean;
  active: ActiveCell | null;
  marksOf: ((row: Row) => RowMarks) | undefined;
};

type TableRowProps<Row> = TableRowsProps<Row> & { row: Row; index: number; style?: CSSProperties };

/** All controls are in the tab order until the table first gets the focus, then only the controls of the active row. */
function tabIndexOf(active: ActiveCell | null, index: number, column?: number): 0 | -1 | undefined {
  if (!active) return undefined;
  return active.row === index && (column === undefined || active.column === column) ? 0 : -1;
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, offset, columns, indices, style, interactive, active, marksOf } = props;
  const control = { tabIndex: tabIndexOf(active, index) };
  return (
    <div
      role="row"
      className="row"
      aria-rowindex={offset + index + 2}
      // Style sheets of screens mark the current row.
      data-current={active?.current && active.row === index ? '' : undefined}
      style={style}
      {...marksOf?.(row)}
    >
      {columns.map(
        (column, position) =>
          (interactive || !isScripted(column)) && (
            <div
              key={column.title}
              role="gridcell"
              aria-colindex={indices?.[position]}
              className={cellClass(column, row)}
              data-stack={column.stack}
              tabIndex={tabIndexOf(active, index, position)}
            >
              {(interactive || !column.leading) && column.cell(row, control, interactive)}
            </div>
          ),
      )}
    </div>
  );
}

/** The part of `active` on which a row depends: the column of its active cell; -1 if another row is active; null if none is. */
const activeColumnOf = ({ active, index }: { active: ActiveCell | null; index: number }): number | null =>
  active && (active.row === index ? active.column : -1);

const TableRow = memo(
  PlainTableRow,
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.offset === after.offset &&
    before.columns === after.columns &&
    // react-virtualized creates new style objects for the same position when rows are added.
    before.style?.top === after.style?.top &&
    before.style?.height === after.style?.height &&
    before.interactive === after.interactive &&
    before.active?.current === after.active?.current &&
    activeColumnOf(before) === activeColumnOf(after),
) as typeof PlainTableRow;

type PlainRowsProps<Row> = Pick<AllRowsProps<Row>, 'rows' | 'rowKey' | 'columns' | 'marksOf'>;

/** Rows for browsers without scripts, in plain markup, because a page has up to 70 of them. */
function PlainRows<Row>({ rows, rowKey, columns, marksOf }: PlainRowsProps<Row>) {
  const readable = columns.filter((column) => !column.leading && !isScripted(column));
  return (
    <table>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} className="row" {...marksOf?.(row)}>
            {readable.map((column) => (
              <td key={column.title} className={cellClass(column, row)} data-stack={column.stack}>
                {column.cell(row, {}, false)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The number of rows that the server renders as elements. */
const servedRows = 30;

/** The distances from the window, in pixels, at which virtual rows load: normally, and if one of them has the focus. */
const near = 200;
const anywhere = 1e7;

type AllRowsProps<Row> = TableRowsProps<Row> & {
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => RowId;
  /** In pixels, null until it is measured. */
  rowHeight: number | null;
  /** No row is virtual. */
  all: boolean;
  virtual: LazyComponent<VirtualRowsProps>;
};

/**
 * Browsers without scripts show all rows: the later ones are in `noscript`, which is mere text to other browsers. Printouts
 * show all loaded rows.
 */
export function TableRows<Row>({ rows, rowKey, rowHeight, all, virtual, ...shared }: AllRowsProps<Row>) {
  const later = useRef<HTMLDivElement>(null);
  const { Component: VirtualRows, load } = virtual;
  const activeRow = shared.active?.row ?? 0;
  const [servedRow] = useState(rows[0]);
  // Another list, for example after sorting, appears sooner without the rows below the window.
  const isServed = rowHeight === null || rows[0] === servedRow;
  const first = Math.min(rows.length, isServed ? servedRows : Math.ceil(innerHeight / rowHeight));
  // When rows are removed, `Grid` of react-virtualized 10.0.0 scrolls to the end of a list that fits into the window, so such a
  // list is not virtual.
  const fits = rowHeight !== null && (rows.length - first) * rowHeight <= innerHeight;
  const count = all || fits ? rows.length : first;
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
  return (
    <>
      <div role="rowgroup" className={styles.rows}>
        {rows.slice(0, count).map((_, index) => renderRow(index))}
      </div>
      {hasLater && (
        <div ref={later} className={styles.later} style={{ '--later-rows': rows.length - count } as CSSProperties}>
          {VirtualRows && rowHeight !== null ? (
            <VirtualRows
              first={count}
              rowCount={rows.length - count}
              rowHeight={rowHeight}
              activeRow={activeRow}
              renderRow={renderRow}
            />
          ) : (
            <noscript>{onServer && <PlainRows {...shared} rows={rows.slice(count)} rowKey={rowKey} />}</noscript>
          )}
        </div>
      )}
    </>
  );
}
