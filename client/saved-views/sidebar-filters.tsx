/**
 * The filters in the sidebar: «Моё» and others for work, and «Мои фильтры», the saved views with the number of new posts. The server
 * renders them on every page; in the feed its island takes their place (feed-sidebar.tsx).
 */

import type { ReactNode } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { isolate } from '../../shared/isolate.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { formatPostsQuery, noPostFilters, viewHref } from '../../shared/pages/posts-query.ts';
import { readyViews } from '../../shared/pages/ready-views.ts';
import { sidebarId } from '../../shared/shell-names.ts';
import { Icon } from '../components/icon.tsx';
import controls from '../styles/controls.module.css';
import styles from './sidebar-filters.module.css';
import type { View } from './view.ts';

/** `fresh` is null with an existing backend. A view that is not editable can only be pinned and unpinned. */
export type ShownView = View & { fresh: number | null; editable: boolean; pinned: boolean };

/** Where the links lead. `feed` is null on other pages than the feed. */
export type FilterTarget = { path: string; sort: PostsQuery['sort']; feed: PostsQuery | null };

const current = (is: boolean) => (is ? 'true' : undefined);

export const ReadyCount = ({ count }: { count: number }) => <small>{formatNumber(count)}</small>;

function ReadyLinks({ counts, path, sort, feed }: FilterTarget & { counts: readonly ReactNode[] }) {
  const shown = feed && formatPostsQuery({ ...feed, page: 1 });
  return (
    <ul aria-label="Работа с сюжетами" className={styles.ready}>
      {readyViews.map(({ name, filters }, index) => {
        const href = formatPostsQuery({ ...noPostFilters, sort, ...filters });
        return (
          <li key={name}>
            <a href={path + href} aria-current={current(href === shown)}>
              {name} {counts[index]}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** The words are for screen readers; the number of no new posts, too. */
const Fresh = ({ count }: { count: number }) => (
  <small className={count === 0 ? controls.visuallyHidden : undefined}>
    <span className={controls.visuallyHidden}>{'новых: '}</span>
    {formatNumber(count)}
  </small>
);

const title = 'Мои фильтры';
const titleId = 'saved-views';

export const viewLinkId = ({ id }: Pick<View, 'id'>): string => `${titleId}-${id}`;

type ViewLinksProps = FilterTarget & {
  views: readonly ShownView[];
  error: string | null;
  actionsOf: (view: ShownView) => ReactNode;
};

/** Hidden while there are no views. client/shell/local-filters.ts adds those of the browser. */
function ViewLinks({ views, error, actionsOf, path, sort, feed }: ViewLinksProps) {
  return (
    <nav aria-labelledby={titleId} hidden={views.length === 0 && error === null} className={styles.views}>
      <p id={titleId}>{title}</p>
      {error !== null && <p className={controls.fieldError}>{error}</p>}
      <ul aria-labelledby={titleId}>
        {views.map((view) => (
          <li key={view.id}>
            <a
              id={viewLinkId(view)}
              href={path + viewHref(view, sort)}
              title={isolate(view.name)}
              aria-current={current(view.id === feed?.view)}
            >
              <bdi>{view.name}</bdi> {view.fresh !== null && <Fresh count={view.id === feed?.view ? 0 : view.fresh} />}
            </a>
            {actionsOf(view)}
          </li>
        ))}
      </ul>
    </nav>
  );
}

export type SidebarFiltersProps = ViewLinksProps & {
  /** A count per filter for work; null for viewers who do not work on stories. */
  counts: readonly ReactNode[] | null;
};

export const isEmpty = ({ counts, views, error }: Pick<SidebarFiltersProps, 'counts' | 'views' | 'error'>): boolean =>
  counts === null && views.length === 0 && error === null;

/** In a collapsed sidebar only the button is visible, which expands it (client/entries/shell.ts). */
export function SidebarFilters({ counts, ...views }: SidebarFiltersProps) {
  return (
    <>
      <button type="button" aria-controls={sidebarId} data-scripted="">
        <Icon name="filters" />
        <span>{title}</span>
      </button>
      {counts && <ReadyLinks counts={counts} {...views} />}
      <ViewLinks {...views} />
    </>
  );
}
