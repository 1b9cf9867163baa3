/** A table header with sort links that also work without JavaScript. */
// biome-ignore-all lint/a11y/useSemanticElements: a table cannot contain what react-virtualized renders
// biome-ignore-all lint/a11y/useFocusableInteractive: the links take the focus
import type { ComponentProps, MouseEvent } from 'react';
import type { Sort } from '../../shared/list-query.ts';
import styles from './data-table.module.css';
import { Icon, type IconName } from './icon.tsx';
import { type Column, isScripted } from './table-column.ts';

/**
 * `href` returns the query string that sorts by a column. `onSort` receives it and replaces the page load. `prepare` receives
 * it when the link is pressed, because the reply can arrive before the release.
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

/** A link to another state of the page. `onGo` replaces the page load. */
export function StateLink({ href, onGo, ...link }: ComponentProps<'a'> & { onGo: (link: HTMLElement) => void }) {
  return (
    <a
      href={href}
      {...link}
      onClick={(event) => {
        if (opensNewTab(event)) return;
        event.preventDefault();
        onGo(event.currentTarget);
      }}
    />
  );
}

/** Returns the icon of the sorted column, and null for the others. */
export function sortIconOf<SortColumn extends string>(
  column: Pick<Column<never, SortColumn>, 'sort'>,
  sort: TableSort<SortColumn> | undefined,
): IconName | null {
  if (!sort || column.sort !== sort.current.column) return null;
  return sort.current.descending ? 'sort-descending' : 'sort-ascending';
}

type TableHeaderProps<Row, SortColumn extends string> = {
  columns: readonly Column<Row, SortColumn>[];
  /** The `aria-colindex` of each column, if one may be missing. */
  indices: readonly number[] | undefined;
  sort: TableSort<SortColumn> | undefined;
};

export function TableHeader<Row, SortColumn extends string>(props: TableHeaderProps<Row, SortColumn>) {
  const { columns, indices, sort } = props;
  return (
    <div role="rowgroup" className={styles.header} data-sortable={sort && ''}>
      <div role="row">
        {columns.map((column, position) => {
          const icon = sortIconOf(column, sort);
          const href = sort && column.sort && sort.href(column.sort);
          return (
            <div
              key={column.title}
              role="columnheader"
              aria-colindex={indices?.[position]}
              // Otherwise the name of the checkbox that the header gets later would name the column.
              aria-label={column.align === 'select' ? column.title : undefined}
              aria-sort={icon ? (sort?.current.descending ? 'descending' : 'ascending') : undefined}
              className={column.actions ? 'actions' : (column.place ?? column.align)}
              data-stack={column.stack}
              data-plain={href ? undefined : ''}
              data-scripted={isScripted(column) ? '' : undefined}
            >
              {href ? (
                <StateLink href={href} onPointerDown={() => sort.prepare(href)} onGo={() => sort.onSort(href)}>
                  {column.title}
                  {icon && <Icon name={icon} />}
                </StateLink>
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
