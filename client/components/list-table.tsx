/** A list screen's table with its toolbar. */
import type { ReactNode } from 'react';
import type { PagedList } from '../lib/loaded-pages.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';

type ListTableProps<Row, SortColumn extends string> = DataTableProps<Row, SortColumn> & {
  list: PagedList<Row>;
  firstPageHref: string;
  /** Replaces the refresh of the list. */
  onRefresh?: () => void;
  /** More buttons of the toolbar. */
  children?: ReactNode;
};

export function ListTable<Row, SortColumn extends string>(props: ListTableProps<Row, SortColumn>) {
  const { firstPageHref, onRefresh, children, ...table } = props;
  const { list, columns } = table;
  return (
    <>
      <ListToolbar {...{ list, columns, firstPageHref }} onRefresh={onRefresh ?? list.refresh}>
        {children}
      </ListToolbar>
      <DataTable {...table} />
    </>
  );
}
