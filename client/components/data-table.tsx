/** The table of every list screen: an ARIA grid, virtualised, endless by scrolling, sorted by links, cards where narrow. */
// biome-ignore-all lint/a11y/useSemanticElements: rows that are virtualised by position cannot be those of a <table>
import { type CSSProperties, type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import * as messages from '../../shared/messages.ts';
import type { RowKey } from '../lib/paged-rows.ts';
import type { PagedList } from '../lib/use-paged-list.ts';
import { useTableView } from '../lib/use-table-view.ts';
import styles from './data-table.module.css';
import { ErrorCard } from './error-card.tsx';
import { hintInTable } from './hint-in-table.ts';
import type { Column } from './table-column.ts';
import { TableHeader, type TableSort } from './table-header.tsx';
import { type RenderRow, TableRow } from './table-row.tsx';
import { useEndTrigger } from './use-end-trigger.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

/** Keys for PageUp and PageDown move by this many rows. */
const pageRows = 10;
/** How high a row is when rows are compact, by its common height. */
const compactRows = 0.8;

/** A field's label and its value in a card, and the space above. Two fields share a line, a wide one has its own. */
const cardLine = 46;

/** Cards are lower without the columns that the person has hidden: `shown` are the others, of which only named ones can be. */
function cardHeightOf(shown: readonly Pick<Column<never>, 'name' | 'wide'>[], base: number): number {
  const halves = shown.reduce((sum, { name, wide }) => sum + (name ? (wide ? 2 : 1) : 0), 0);
  return base + cardLine * Math.ceil(halves / 2);
}

export type DataTableProps<Row, SortColumn extends string> = {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row, SortColumn>[];
  list: Omit<PagedList<Row>, 'refresh'>;
  /** Stands outside the component. */
  keyOf: (row: Row) => RowKey;
  /** Pixels, the same for every row. */
  rowHeight: number;
  /** How high a card is without the columns that can be hidden; pixels. */
  cardBase: number;
  sort?: TableSort<SortColumn>;
  /** Stands in a paragraph in place of rows. */
  emptyText: ReactNode;
  /** The query of the next page, for browsers without a script. */
  nextPageHref?: string;
};

function TableFoot({
  list,
  emptyText,
  nextPageHref,
}: Pick<DataTableProps<unknown, string>, 'list' | 'emptyText' | 'nextPageHref'>) {
  const empty = list.rows.length === 0 && !list.error && !list.loading;
  return (
    <>
      {empty && <p className={styles.empty}>{emptyText}</p>}
      {list.error && <ErrorCard text={list.error} busy={list.loading} onRetry={list.retry} />}
      <p role="status" className={styles.status}>
        {list.loading ? messages.loading : ''}
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
  const { label, list, keyOf, cardBase, sort, emptyText, nextPageHref } = props;
  const { rows, total, offset } = list;
  const { density, hiddenColumns } = useTableView();
  const columns = useMemo(
    () => props.columns.filter(({ name }) => name === undefined || !hiddenColumns.includes(name)),
    [props.columns, hiddenColumns],
  );
  const compact = density === 'compact';
  const cardHeight = cardHeightOf(columns, cardBase);
  const rowHeight = compact ? Math.round(props.rowHeight * compactRows) : props.rowHeight;
  const table = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const VirtualRows = useVirtualRows(rows.length);
  const { active, handlers } = useGridFocus(grid, { rows: rows.length, columns: columns.length, pageRows }, offset);
  useEndTrigger(end, rows.length, list.hasMore && !list.loading, list.loadMore);

  // Another list shows at once what is in sight; its other rows follow when the browser has time.
  const settled = useDeferredValue(rows);
  const plainRows = settled[0] === rows[0] ? rows : rows.slice(0, Math.ceil(innerHeight / rowHeight));
  const rowsToCome = rows.length - plainRows.length;

  const renderRow: RenderRow = (index, top) => {
    const row = rows[index];
    return row === undefined ? null : <TableRow key={keyOf(row)} {...{ row, index, offset, columns, top, active }} />;
  };

  const variables = {
    '--table-columns': columns.map((column) => column.width).join(' '),
    '--table-row-height': `${rowHeight}px`,
    '--table-card-height': `${cardHeight}px`,
    // Cards name their cells by these, so that not every cell has to carry its name.
    ...Object.fromEntries(columns.map(({ title }, index) => [`--label-${index + 1}`, JSON.stringify(title)])),
  } as CSSProperties;

  return (
    <div ref={table} className={styles.table} data-density={compact ? 'compact' : undefined} style={variables}>
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-rowcount={total < 0 ? -1 : Math.max(total, offset + rows.length) + 1}
        aria-colcount={columns.length}
        aria-busy={list.stale}
        onPointerOver={hintInTable}
        {...handlers}
      >
        <TableHeader columns={columns} sort={sort} />
        {VirtualRows ? (
          <VirtualRows
            rowCount={rows.length}
            activeRow={active?.row ?? 0}
            {...{ renderRow, rowHeight, cardHeight, table }}
          />
        ) : (
          // As the server renders them; they stay so until the table is scrolled or grows.
          <div
            key={list.key}
            role="rowgroup"
            className={styles.rows}
            style={rowsToCome > 0 ? ({ '--rows-to-come': rowsToCome } as CSSProperties) : undefined}
          >
            {plainRows.map((_, index) => renderRow(index, null))}
          </div>
        )}
      </div>
      <div ref={end} />
      <TableFoot list={list} emptyText={emptyText} nextPageHref={nextPageHref} />
    </div>
  );
}
