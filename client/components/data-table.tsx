/** The table of every list screen: an ARIA grid with infinite scroll, sort links, and cards in narrow containers. */

import { type PointerEvent, type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { offered } from '../../shared/backend-kind.ts';
import { isolate } from '../../shared/isolate.ts';
import * as messages from '../../shared/messages.ts';
import { scrollTriggerPx } from '../../shared/rules/limits.ts';
import { useIslandContext } from '../lib/island-context.ts';
import type { PagedList, RowId } from '../lib/loaded-pages.ts';
import { PrintingContext, usePrinting } from '../lib/printing.ts';
import styles from './data-table.module.css';
import { ErrorCard } from './error-card.tsx';
import { useLazyComponent } from './lazy.tsx';
import { type Column, columnIndices, type RowMarks } from './table-column.ts';
import { type RowSizes, tableVariables, useRowHeight, useTableView } from './table-geometry.ts';
import { TableHeader, type TableSort } from './table-header.tsx';
import { TableRows, useNearWindow } from './table-rows.tsx';
import { cellSelector, useGridFocus } from './use-grid-focus.ts';

/** `entered` is the cell, or an element in it. */
function setCellTooltip(cell: HTMLElement, entered: Element) {
  const chart = cell.querySelector('svg')?.getAttribute('aria-label');
  const isCut = cell.scrollWidth + cell.scrollHeight > cell.clientWidth + cell.clientHeight;
  if (chart) cell.title = chart;
  else if (entered instanceof HTMLElement && entered.scrollWidth > entered.clientWidth)
    cell.title = isolate(entered.innerText);
  else if (isCut) cell.title = isolate(cell.innerText);
  else cell.removeAttribute('title');
}

/**
 * Sets the tooltip of an element in a table when the pointer enters it, which keeps duplicate texts out of the HTML. The
 * tooltip of an icon-only control is its name; the tooltip of a cell is the name of its chart, or the whole text that is truncated.
 */
function setTableTooltips({ target }: PointerEvent) {
  if (!(target instanceof Element)) return;
  const cell = target.closest<HTMLElement>(cellSelector);
  const control = target.closest<HTMLElement>(':is(a, button)[aria-label]:not([aria-disabled])');
  if (control) control.title = control.getAttribute('aria-label') ?? '';
  else if (cell) setCellTooltip(cell, target);
}

type TableFootProps = {
  list: Omit<PagedList<unknown>, 'refresh'>;
  emptyText: ReactNode;
  nextPageHref: string | undefined;
  /** Loading has lasted longer than `lastingMs`. */
  slow: boolean;
};

function TableFoot({ list, emptyText, nextPageHref, slow }: TableFootProps) {
  const empty = list.rows.length === 0 && !list.error && !list.loading;
  return (
    <>
      {empty && <div className={styles.empty}>{emptyText}</div>}
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

/** In milliseconds. Most replies are faster, and showing and hiding «Загрузка…» would delay their rows by two frames. */
const lastingMs = 200;

/** Returns true once `value` has been true for `lastingMs`. */
function useLasting(value: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setLasting(true), lastingMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [value]);
  return lasting;
}

const importVirtualRows = () => import('./virtual-rows.tsx').then(({ VirtualRows }) => VirtualRows);

/** PageUp and PageDown move by this many rows. */
const pageRows = 10;

export type DataTableProps<Row, SortColumn extends string> = RowSizes & {
  label: string;
  /**
   * `text`: rows are as high as their text, none is virtual, and the style sheet of the screen places the cells
   * (`Column.place`). `lines`: headings do not wrap. `stacked`: cells are stacked if the table is narrow.
   */
  layout?: 'text' | 'lines' | 'stacked' | undefined;
  columns: readonly Column<Row, SortColumn>[];
  list: Omit<PagedList<Row>, 'refresh'>;
  keyOf: (row: Row) => RowId;
  marksOf?: (row: Row) => RowMarks;
  sort?: TableSort<SortColumn>;
  /** Shown if there are no rows. */
  emptyText: ReactNode;
  /** The query string of the next page, for browsers without JavaScript. Only one table of a page may have it. */
  nextPageHref?: string;
};

export function DataTable<Row, SortColumn extends string>(props: DataTableProps<Row, SortColumn>) {
  const { label, list, keyOf, marksOf, rowHeight, cardBase, layout, sort, emptyText, nextPageHref } = props;
  const { rows, total, offset } = list;
  const { backendKind } = useIslandContext();
  const { density, hiddenColumns } = useTableView();
  const all = useMemo(() => offered(props.columns, backendKind), [props.columns, backendKind]);
  const columns = useMemo(
    () => all.filter(({ name }) => name === undefined || !hiddenColumns.includes(name)),
    [all, hiddenColumns],
  );
  const indices = useMemo(() => columnIndices(all, columns), [all, columns]);
  const variables = useMemo(
    () => tableVariables(columns, { rowHeight, cardBase }, density),
    [columns, rowHeight, cardBase, density],
  );
  const grid = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  // Updating the texts of an element is cheaper than replacing it, but a text of another height in the same element would cause a
  // layout shift.
  const rowKey = (row: Row, index: number) => (layout === 'text' ? keyOf(row) : index);
  const { active, handlers } = useGridFocus(grid, { rows: rows.length, columns: columns.length, pageRows }, offset, {
    at: (index) => rows[index] && rowKey(rows[index], index),
    indexOf: (key) => rows.findIndex((row, index) => rowKey(row, index) === key),
  });
  useNearWindow(end, list.hasMore && !list.loading && list.loadMore, scrollTriggerPx, rows.length);
  const slow = useLasting(list.loading);
  const printing = usePrinting();
  const [interactive, setInteractive] = useState(false);
  useEffect(() => startTransition(() => setInteractive(true)), []);

  return (
    <div
      className={styles.table}
      data-actions={columns.at(-1)?.actions && ''}
      data-selectable={columns[0]?.leading && ''}
      data-density={density === 'compact' ? 'compact' : undefined}
      data-layout={layout}
      data-hydrated={interactive ? '' : undefined}
      style={variables}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot contain what react-virtualized renders */}
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-rowcount={total < 0 ? -1 : Math.max(total, offset + rows.length) + 1}
        aria-colcount={all.length}
        aria-busy={list.stale}
        onPointerOver={setTableTooltips}
        {...handlers}
      >
        <TableHeader columns={columns} indices={indices} sort={sort} />
        <PrintingContext value={printing}>
          <TableRows
            rows={rows}
            rowKey={rowKey}
            offset={offset}
            columns={columns}
            indices={indices}
            interactive={interactive}
            active={active}
            marksOf={marksOf}
            rowHeight={useRowHeight(grid, variables)}
            all={printing || layout === 'text'}
            // Loaded here, so that this component renders again and focuses a row that was not rendered before.
            virtual={useLazyComponent(importVirtualRows)}
          />
        </PrintingContext>
      </div>
      <div ref={end} className={styles.listEnd} />
      <TableFoot slow={slow} list={list} emptyText={emptyText} nextPageHref={nextPageHref} />
    </div>
  );
}
