/** A table header with sort links that also work without JavaScript. */
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot contain what react-virtualized renders
// biome-ignore-all lint/a11y/useFocusableInteractive: the links take the focus
import type { MouseEvent } from 'react';
import type { Sort } from '../../shared/list-query.ts';
import styles from './data-table.module.css';
import { Icon, type IconName } from './icon.tsx';
import { type Column, isScripted } from './table-column.ts';

/**
 * `href` returns the query string that sorts by a column. `onSort` receives it instead of a page load, and `prepare` when the
 * link is pressed: the time until the release is enough for the reply.
 */
export type TableSort<SortColumn extends string> = {
  current: Sort<SortColumn>;
  href: (column: SortColumn) => string;
  onSort: (href: string) => void;
  prepare: (href: string) => void;
};

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

export const opensNewTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

type SortLinkProps = {
  title: string;
  href: string;
  icon: IconName | null;
} & Pick<TableSort<string>, 'onSort' | 'prepare'>;

function SortLink({ title, href, icon, onSort, prepare }: SortLinkProps) {
  return (
    <a
      href={href}
      onPointerDown={() => prepare(href)}
      onClick={(event) => {
        if (opensNewTab(event)) return;
        event.preventDefault();
        onSort(href);
      }}
    >
      {title}
      {icon && <Icon name={icon} />}
    </a>
  );
}

type TableHeaderProps<Row, SortColumn extends string> = {
  columns: readonly Column<Row, SortColumn>[];
  sort: TableSort<SortColumn> | undefined;
};

export function TableHeader<Row, SortColumn extends string>({ columns, sort }: TableHeaderProps<Row, SortColumn>) {
  return (
    <div role="rowgroup" className={styles.header} data-sortable={sort && ''}>
      <div role="row">
        {columns.map((column) => {
          const sorted = sort && column.sort === sort.current.column ? sort.current : null;
          const icon = sorted && (sorted.descending ? 'sort-descending' : 'sort-ascending');
          return (
            <div
              key={column.title}
              role="columnheader"
              // Not the name of the checkbox that the head gets later.
              aria-label={column.align === 'select' ? column.title : undefined}
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
              className={column.actions ? 'actions' : column.align}
              data-unsorted={column.sort ? undefined : ''}
              data-scripted={isScripted(column) ? '' : undefined}
            >
              {sort && column.sort ? (
                <SortLink {...sort} title={column.title} href={sort.href(column.sort)} icon={icon} />
              ) : (
                column.title
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
