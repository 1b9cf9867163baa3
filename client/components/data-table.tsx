/** The table of every list screen: an ARIA grid with infinite scroll, sort links, and cards in narrow containers. */
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { type PagedList, rowCountOf } from '../lib/paged-list.ts';
import type { RowKey } from '../lib/paged-rows.ts';
import { useLasting } from '../lib/use-lasting.ts';
import styles from './data-table.module.css';
import { headHeight, laterRowsId, PlainRows, plainCounts, plainRowCount, rowsInSight } from './plain-rows.tsx';
import { setTableTooltips } from './set-table-tooltips.ts';
import type { Column } from './table-column.ts';
import { TableFoot } from './table-foot.tsx';
import { TableHeader, type TableSort } from './table-header.tsx';
import { EmptyRow, type RenderRow, TableRow } from './table-row.tsx';
import { useGridFocus } from './use-grid-focus.ts';
import { useLoadMoreOnScroll } from './use-load-more-on-scroll.ts';
import { usePrinting } from './use-printing.ts';
import { useServedTable } from './use-served-table.ts';
import { useTableLayout } from './use-table-layout.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** PageUp and PageDown move by this many rows. */
const pageRows = 10;

export type DataTableProps<Row, SortColumn extends string> = {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row, SortColumn>[];
  list: Omit<PagedList<Row>, 'refresh'>;
  /** Must be the same function in every render. */
  keyOf: (row: Row) => RowKey;
  /** Pixels; all rows have the same height. */
  rowHeight: number;
  /** The height in pixels of a card without the columns that can be hidden. */
  cardBase: number;
  /** The least height in pixels of the page above the rows. */
  head?: number;
  sort?: TableSort<SortColumn>;
  /** Shown in a paragraph in place of rows. */
  emptyText: ReactNode;
  /** The query string of the next page, for browsers without JavaScript. One table of a page has pages. */
  nextPageHref?: string;
};

export function DataTable<Row, SortColumn extends string>(props: DataTableProps<Row, SortColumn>) {
  const { label, list, keyOf, head = headHeight, sort, emptyText, nextPageHref } = props;
  const { rows, later, total, offset } = list;
  const rowCount = rowCountOf(list);
  const layout = useTableLayout(props.columns, props.rowHeight, props.cardBase);
  const { columns, heights } = layout;
  const table = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const end = useRef<HTMLDivElement>(null);
  // An element with new texts is cheaper than a new element. Blocks of other heights would move in it: a layout shift.
  const reusesElements = columns.every(({ card }) => card !== 'block');
  const rowKey = useCallback(
    (row: Row, index: number) => (reusesElements ? index : keyOf(row)),
    [reusesElements, keyOf],
  );
  const { active, handlers } = useGridFocus(grid, { rows: rowCount, columns: columns.length, pageRows }, offset, {
    at: (index) => rows[index] && rowKey(rows[index], index),
    indexOf: (key) => rows.findIndex((row, index) => rowKey(row, index) === key),
  });
  useLoadMoreOnScroll(end, rows.length, list.hasMore && !list.loading, list.loadMore);
  const slow = useLasting(list.loading);

  const { interactive, changed, servedCount } = useServedTable(rows, columns, rowCount);
  const [counts] = useState(() => plainCounts(plainRowCount(props.rowHeight, head), heights.row, head));
  const { hydrated } = counts;
  const activeRow = active?.row ?? 0;
  const countInSight = () => rowsInSight(innerHeight, heights.row, head);
  const needsVirtualRows =
    interactive && (activeRow >= hydrated || rowCount > servedCount || countInSight() > hydrated);
  const printing = usePrinting();
  const VirtualRows = useVirtualRows(rowCount > hydrated, needsVirtualRows, changed, later?.load);

  // When rows go, `Grid` scrolls to the end of a list that is not longer than the window (react-virtualized 10.0.0).
  const isVirtual = VirtualRows && !printing && rowCount * heights.row > innerHeight;

  const rowsProps = { offset, columns, interactive, active };
  const renderRow: RenderRow = (index, style, filled = true) => {
    const row = rows[index];
    if (row === undefined) return null;
    const key = rowKey(row, index);
    if (filled) return <TableRow key={key} {...{ row, index, style }} {...rowsProps} />;
    // A key of its own: a row is inserted faster as a whole than cell by cell.
    return <EmptyRow key={`empty ${key}`} rowIndex={offset + index + 2} style={style} />;
  };

  return (
    <div
      ref={table}
      className={styles.table}
      data-actions={columns.at(-1)?.actions && ''}
      data-selectable={columns[0]?.leading && ''}
      data-density={layout.compact ? 'compact' : undefined}
      data-hydrated={interactive ? '' : undefined}
      style={layout.variables}
    >
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA allows a table to be a grid
        role="grid"
        aria-label={label}
        aria-rowcount={total < 0 ? -1 : Math.max(total, offset + rowCount) + 1}
        aria-colcount={columns.length}
        aria-busy={list.stale}
        data-dimmed={list.stale && slow ? '' : undefined}
        onPointerOver={setTableTooltips}
        {...handlers}
      >
        <TableHeader columns={columns} sort={sort} />
        {isVirtual ? (
          <VirtualRows {...{ rowCount, activeRow, renderRow, heights, table }} />
        ) : (
          <PlainRows
            changed={VirtualRows || (changed && printing) ? rowCount : changed ? countInSight() : null}
            laterId={nextPageHref === undefined ? undefined : laterRowsId}
            {...{ rows, rowCount, servedCount, counts, rowKey }}
            {...rowsProps}
          />
        )}
      </table>
      <div ref={end} className={styles.listEnd} />
      <TableFoot slow={slow} list={list} emptyText={emptyText} nextPageHref={nextPageHref} />
    </div>
  );
}
