/** The table of every list screen: an ARIA grid with infinite scroll, sort links, and cards in narrow containers. */
import {
  type CSSProperties,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import * as messages from '../../shared/messages.ts';
import type { RowKey } from '../lib/paged-rows.ts';
import { useLasting } from '../lib/use-lasting.ts';
import type { PagedList } from '../lib/use-paged-list.ts';
import { useTableView } from '../lib/use-table-view.ts';
import styles from './data-table.module.css';
import { ErrorCard } from './error-card.tsx';
import { headHeight, laterRowsId, lowRowCount, PlainRows, plainRowCount } from './plain-rows.tsx';
import { setTableTooltips } from './set-table-tooltips.ts';
import type { Column } from './table-column.ts';
import { TableHeader, type TableSort } from './table-header.tsx';
import { EmptyRow, type RenderRow, TableRow } from './table-row.tsx';
import { useGridFocus } from './use-grid-focus.ts';
import { useLoadMoreOnScroll } from './use-load-more-on-scroll.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** PageUp and PageDown move by this many rows. */
const pageRows = 10;
/** The height of a compact row relative to a comfortable one. */
const compactRowScale = 0.8;

/** A table with more columns is wide: it becomes cards in wider containers. */
const narrowColumns = 10;

/** The height of a line of card fields in pixels: margin, label and value. A line holds two fields. */
const cardLineHeight = 46;

/** Hidden columns make cards lower. Only columns with a name can be hidden. */
function cardHeightOf(columns: readonly Pick<Column<never>, 'name' | 'card'>[], base: number): number {
  const halves = columns.reduce((sum, { name, card }) => sum + (name ? (card ? 2 : 1) : 0), 0);
  return base + cardLineHeight * Math.ceil(halves / 2);
}

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

type TableFootProps = Pick<DataTableProps<unknown, string>, 'list' | 'emptyText' | 'nextPageHref'> & { slow: boolean };

function TableFoot({ list, emptyText, nextPageHref, slow }: TableFootProps) {
  const empty = list.rows.length === 0 && !list.error && !list.loading;
  return (
    <>
      {empty && <p className={styles.empty}>{emptyText}</p>}
      {list.error && <ErrorCard text={list.error} busy={list.loading} onRetry={list.retry} />}
      <p role="status" className={styles.status}>
        {slow ? messages.loading : ''}
      </p>
      {list.hasMore && nextPageHref && (
        <noscript>
          <a href={nextPageHref} className={styles.nextPage}>
            Дальше
          </a>
        </noscript>
      )}
    </>
  );
}

export function DataTable<Row, SortColumn extends string>(props: DataTableProps<Row, SortColumn>) {
  const { label, list, keyOf, cardBase, head = headHeight, sort, emptyText, nextPageHref } = props;
  const { rows, later, total, offset } = list;
  const rowCount = rows.length + (later?.count ?? 0);
  const { density, hiddenColumns } = useTableView();
  const columns = useMemo(
    () => props.columns.filter(({ name }) => name === undefined || !hiddenColumns.includes(name)),
    [props.columns, hiddenColumns],
  );
  const compact = density === 'compact';
  const cardHeight = cardHeightOf(columns, cardBase);
  const rowHeight = compact ? Math.round(props.rowHeight * compactRowScale) : props.rowHeight;
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
  const [interactive, setInteractive] = useState(false);
  useEffect(() => startTransition(() => setInteractive(true)), []);
  const plainRows = plainRowCount(props.rowHeight);
  const [served] = useState({ rows, columns, rowCount });
  const [changed, setChanged] = useState(false);
  if (!changed && (columns !== served.columns || served.rows.some((row, index) => row !== rows[index])))
    setChanged(true);
  const VirtualRows = useVirtualRows(
    rowCount > plainRows,
    interactive &&
      ((active?.row ?? 0) >= plainRows ||
        rowCount > served.rowCount ||
        innerHeight > plainRows * rowHeight + headHeight),
    changed,
    later?.load,
  );

  const rowsProps = { offset, columns, interactive, active, firstBelow: lowRowCount(rowHeight, head) };
  const renderRow: RenderRow = (index, style, filled = true) => {
    const row = rows[index];
    if (row === undefined) return null;
    const key = rowKey(row, index);
    if (filled) return <TableRow key={key} {...{ row, index, style }} {...rowsProps} />;
    // A key of its own: a row is inserted faster as a whole than cell by cell.
    return <EmptyRow key={`empty ${key}`} rowIndex={offset + index + 2} style={style} />;
  };

  const variables = {
    '--table-columns': columns.map((column) => column.width).join(' '),
    '--table-row-height': `${rowHeight}px`,
    '--table-card-height': `${cardHeight}px`,
    '--actions-width': columns.at(-1)?.width,
    // The labels of card fields (data-table.module.css). Rows do not repeat them.
    ...Object.fromEntries(columns.map(({ title }, index) => [`--label-${index + 1}`, JSON.stringify(title)])),
  } as CSSProperties;

  return (
    <div
      ref={table}
      className={styles.table}
      data-actions={columns.at(-1)?.actions && ''}
      data-selectable={columns[0]?.late && ''}
      data-wide={columns.length > narrowColumns ? '' : undefined}
      data-density={compact ? 'compact' : undefined}
      data-hydrated={interactive ? '' : undefined}
      style={variables}
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
        {VirtualRows ? (
          <VirtualRows
            rowCount={rowCount}
            activeRow={active?.row ?? 0}
            {...{ renderRow, rowHeight, cardHeight, table }}
          />
        ) : (
          <PlainRows
            shown={changed ? Math.ceil(innerHeight / rowHeight) : plainRows}
            laterId={nextPageHref === undefined ? undefined : laterRowsId}
            servedCount={served.rowCount}
            {...{ rows, rowCount, changed, rowKey }}
            {...rowsProps}
          />
        )}
      </table>
      <div ref={end} className={styles.listEnd} />
      <TableFoot slow={slow} list={list} emptyText={emptyText} nextPageHref={nextPageHref} />
    </div>
  );
}
