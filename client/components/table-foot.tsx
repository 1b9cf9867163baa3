/** Below the rows of a table: the text of an empty list, the error, the loading state, and the link to the next page. */
import type { ReactNode } from 'react';
import * as messages from '../../shared/messages.ts';
import type { PagedList } from '../lib/paged-list.ts';
import styles from './data-table.module.css';
import { ErrorCard } from './error-card.tsx';

type TableFootProps = {
  list: Omit<PagedList<unknown>, 'refresh'>;
  emptyText: ReactNode;
  nextPageHref: string | undefined;
  /** True when loading has taken a while. */
  slow: boolean;
};

export function TableFoot({ list, emptyText, nextPageHref, slow }: TableFootProps) {
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
