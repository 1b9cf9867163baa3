/** The filters that everybody who works on stories needs: «Моё», «Просрочено», «Без исполнителя». */

import { loadPostCount } from '../../shared/api/posts.ts';
import { formatNumber } from '../../shared/format.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { formatPostsQuery, noPostFilters } from '../../shared/pages/posts-query.ts';
import { useFollowedReply } from '../lib/use-followed-reply.ts';
import viewsStyles from '../saved-views/saved-views-list.module.css';
import controls from '../styles/controls.module.css';

/**
 * «Без исполнителя» is not counted: nearly all stories are unassigned, and counting them would delay every page of the feed.
 */
const views = [
  { name: 'Моё', filters: { assignee: 'me', state: 'open' }, counted: true },
  { name: 'Просрочено', filters: { state: 'overdue' }, counted: true },
  { name: 'Без исполнителя', filters: { assignee: 'none', state: 'open' }, counted: false },
] as const;

type ReadyView = (typeof views)[number];

const countOf = ({ filters, counted }: ReadyView) => (counted ? loadPostCount({ ...filters, copies: 'hide' }) : null);

/** The calls that count the stories of each view; null for a view that is not counted. */
export const readyCounts = views.map(countOf);

type ReadyLinkProps = { view: ReadyView; first: Loaded<number> | null; query: PostsQuery; refreshes: number };

function ReadyLink({ view, first, query, refreshes }: ReadyLinkProps) {
  const { data: count } = useFollowedReply(countOf(view), first, refreshes);
  const href = formatPostsQuery({ ...noPostFilters, sort: query.sort, ...view.filters });
  return (
    <a href={href} aria-current={href === formatPostsQuery({ ...query, page: 1 }) ? 'true' : undefined}>
      {view.name}{' '}
      {count !== undefined && <span className={`${viewsStyles.fresh} ${controls.badge}`}>{formatNumber(count)}</span>}
    </a>
  );
}

type ReadyViewsProps = Omit<ReadyLinkProps, 'view' | 'first'> & { first: readonly (Loaded<number> | null)[] };

export const ReadyViews = ({ first, ...shown }: ReadyViewsProps) => (
  <ul aria-label="Работа с сюжетами" className={viewsStyles.ready}>
    {views.map((view, index) => (
      <li key={view.name}>
        <ReadyLink view={view} first={first[index] ?? null} {...shown} />
      </li>
    ))}
  </ul>
);
