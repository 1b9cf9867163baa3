/** The bar above a table: the number of shown rows, the table view, a link to the first page, and actions. */
import { type ReactNode, useId } from 'react';
import { formatShownOfTotal } from '../../shared/format.ts';
import type { PagedList } from '../lib/paged-list.ts';
import { BusyButton } from './busy-button.tsx';
import { Icon } from './icon.tsx';
import styles from './list-toolbar.module.css';
import type { TitledColumn } from './table-column.ts';
import { TableViewButton } from './table-view-button.tsx';

type ListToolbarProps = {
  list: Pick<PagedList<unknown>, 'rows' | 'total' | 'loading' | 'offset'>;
  /** The table's columns, for the table view dialog. */
  columns: readonly TitledColumn[];
  onRefresh: () => void;
  /** The query string of the first page, shown when the URL starts on a later page. */
  firstPageHref: string;
  /** Follows the total and names what it counts. */
  totalNote?: string | null;
  /** More buttons. */
  children?: ReactNode;
};

export function ListToolbar({ list, columns, onRefresh, firstPageHref, totalNote, children }: ListToolbarProps) {
  const statsId = useId();
  return (
    <div className={styles.toolbar}>
      <div className={styles.summary}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
        <p role="group" aria-labelledby={statsId} aria-live="polite" aria-atomic="true" className={styles.stats}>
          <span id={statsId}>Показано / всего</span> <strong>{formatShownOfTotal(list.rows.length, list.total)}</strong>
          {totalNote && ` ${totalNote}`}
        </p>
        <TableViewButton columns={columns} />
      </div>
      {list.offset > 0 && <a href={firstPageHref}>В начало</a>}
      <BusyButton data-scripted="" busy={list.loading} onClick={() => onRefresh()}>
        <Icon name="refresh" />
        Обновить
      </BusyButton>
      {children}
    </div>
  );
}
