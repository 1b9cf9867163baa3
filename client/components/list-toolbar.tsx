/** The bar above a table: the number of shown rows, the table view, a link to the first page, and actions. The feed has its own. */

import { type ReactNode, useId } from 'react';
import { formatShownOfTotal } from '../../shared/format.ts';
import { useIslandContext } from '../lib/island-context.ts';
import type { PagedList } from '../lib/loaded-pages.ts';
import { Button, IconButton } from './buttons.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { Icon } from './icon.tsx';
import { useLazyDialog } from './lazy.tsx';
import styles from './list-toolbar.module.css';
import type { TitledColumn } from './table-column.ts';

const importDialog = () => import('./table-view-dialog.tsx').then(({ TableViewDialog }) => TableViewDialog);

export function TableViewButton({ columns }: { columns: readonly TitledColumn[] }) {
  const dialog = useLazyDialog(importDialog);
  return (
    <>
      <IconButton
        label="Вид таблицы"
        icon="table-view"
        aria-haspopup="dialog"
        data-scripted=""
        {...dialog.openerProps({ columns })}
      />
      {dialog.render({})}
    </>
  );
}

/** With our own backend, an empty list says it below, and only screen readers hear its numbers. */
type ListStatsProps = {
  list: Pick<PagedList<unknown>, 'rows' | 'total'>;
  /** Shown after the total; says what it counts. */
  note?: string | null;
};

export function ListStats({ list: { rows, total }, note }: ListStatsProps) {
  const id = useId();
  const { backendKind } = useIslandContext();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <p
      role="group"
      aria-labelledby={id}
      aria-live="polite"
      aria-atomic="true"
      title="Строк в таблице / найдено"
      className={styles.stats}
      data-none={total === 0 && backendKind === 'own' ? '' : undefined}
    >
      <span id={id}>Показано / всего</span> <strong>{formatShownOfTotal(rows.length, total)}</strong>
      {note && <span>{` ${note}`}</span>}
    </p>
  );
}

type ListToolbarProps = {
  list: Pick<PagedList<unknown>, 'rows' | 'total' | 'loading' | 'offset'>;
  /** The table's columns, for the table view dialog. */
  columns: readonly TitledColumn[];
  onRefresh: () => void;
  /** The query string of the first page, shown when the URL starts on a later page. */
  firstPageHref: string;
  children?: ReactNode;
};

function ListToolbar({ list, columns, onRefresh, firstPageHref, children }: ListToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <div className={styles.summary}>
        <ListStats list={list} />
        <TableViewButton columns={columns} />
      </div>
      {list.offset > 0 && <a href={firstPageHref}>В начало</a>}
      <Button data-scripted="" busy={list.loading} onClick={() => onRefresh()}>
        <Icon name="refresh" />
        <span className={styles.buttonText}>Обновить</span>
      </Button>
      {children}
    </div>
  );
}

type ListTableProps<Row, SortColumn extends string> = DataTableProps<Row, SortColumn> & {
  list: PagedList<Row>;
  /** The default drops all parameters. */
  firstPageHref?: string;
  /** Replaces the refresh of the list. */
  onRefresh?: () => void;
  children?: ReactNode;
};

export function ListTable<Row, SortColumn extends string>(props: ListTableProps<Row, SortColumn>) {
  const { firstPageHref = '?', onRefresh, children, ...table } = props;
  const { list, columns } = table;
  return (
    <>
      <ListToolbar list={list} columns={columns} firstPageHref={firstPageHref} onRefresh={onRefresh ?? list.refresh}>
        {children}
      </ListToolbar>
      <DataTable {...table} />
    </>
  );
}
