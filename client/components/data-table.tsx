/** The table of every list screen: an ARIA grid with infinite scroll, sort links, and cards in narrow containers. */
import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { scrollTriggerPx } from '../../shared/rules/limits.ts';
import type { RowKey } from '../lib/loaded-pages.ts';
import type { PagedList } from '../lib/paged-list.ts';
import { useLasting } from '../lib/use-lasting.ts';
import { useLazyComponent } from '../lib/use-lazy-component.ts';
import { useNearWindow } from '../lib/use-near-window.ts';
import { useTableView } from '../lib/use-table-view.ts';
import styles from './data-table.module.css';
import { setTableTooltips } from './set-table-tooltips.ts';
import type { Column } from './table-column.ts';
import { TableFoot } from './table-foot.tsx';
import { type RowSizes, tableVariables, useRowHeight } from './table-geometry.ts';
import { TableHeader, type TableSort } from './table-header.tsx';
import { TableRows } from './table-rows.tsx';
import { useGridFocus } from './use-grid-focus.ts';
import { usePrinting } from './use-printing.ts';

const importVirtualRows = () => import('./virtual-rows.tsx').then(({ VirtualRows }) => VirtualRows);

/** PageUp and PageDown move by this many rows. */
const pageRows = 10;

export type DataTableProps<Row, SortColumn extends string> = RowSizes & {
  /** The accessible name. */
  label: string;
  columns: readonly Column<Row, SortColumn>[];
  list: Omit<PagedList<Row>, 'refresh'>;
  keyOf: (row: Row) => RowKey;
  sort?: TableSort<SortColumn>;
  /** Shown in a paragraph in place of rows. */
  emptyText: ReactNode;
  /** The query string of the next page, for browsers without JavaScript. One table of a page has pages. */
  nextPageHref?: string;
};

export function DataTable<Row, SortColumn extends string>(props: DataTableProps<Row, SortColumn>) {
  const { label, list, keyOf, rowHeight, cardBase, sort, emptyText, nextPageHref } = props;
  const { rows, total, offset } = list;
  const { density, hiddenColumns } = useTableView();
  const columns = useMemo(
    () => props.columns.filter(({ name }) => name === undefined || !hiddenColumns.includes(name)),
    [props.columns, hiddenColumns],
  );
  const variables = useMemo(
    () => tableVariables(columns, { rowHeight, cardBase }, density),
    [columns, rowHeight, cardBase, density],
  );
  const grid = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  // An element with new texts is cheaper than a new element. Blocks of other heights would move in it: a layout shift.
  const reusesElements = columns.every(({ card }) => card !== 'block');
  const rowKey = (row: Row, index: number) => (reusesElements ? index : keyOf(row));
  const { active, handlers } = useGridFocus(grid, { rows: rows.length, columns: columns.length, pageRows }, offset, {
    at: (index) => rows[index] && rowKey(rows[index], index),
    indexOf: (key) => rows.findIndex((row, index) => rowKey(row, index) === key),
  });
  useNearWindow(end, list.hasMore && !list.loading && list.loadMore, scrollTriggerPx, rows.length);
  const slow = useLasting(list.loading);
  const [interactive, setInteractive] = useState(false);
  useEffect(() => startTransition(() => setInteractive(true)), []);

  return (
    <div
      className={styles.table}
      data-actions={columns.at(-1)?.actions && ''}
      data-selectable={columns[0]?.leading && ''}
      data-density={density === 'compact' ? 'compact' : undefined}
      data-hydrated={interactive ? '' : undefined}
      style={variables}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot contain what react-virtualized renders */}
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-rowcount={total < 0 ? -1 : Math.max(total, offset + rows.length) + 1}
        aria-colcount={columns.length}
        aria-busy={list.stale}
        data-dimmed={list.stale && slow ? '' : undefined}
        onPointerOver={setTableTooltips}
        {...handlers}
      >
        <TableHeader columns={columns} sort={sort} />
        <TableRows
          {...{ rows, rowKey, offset, columns, interactive, active }}
          rowHeight={useRowHeight(grid, variables)}
          printing={usePrinting()}
          // Here, because the focus may wait for a virtual row.
          virtual={useLazyComponent(importVirtualRows)}
        />
      </div>
      <div ref={end} className={styles.listEnd} />
      <TableFoot slow={slow} list={list} emptyText={emptyText} nextPageHref={nextPageHref} />
    </div>
  );
}
