/** The filters that everybody who works on stories needs: «Моё», «Просрочено», «Без исполнителя». */
import viewsStyles from '../../client/saved-views/saved-views-list.module.css';
import controls from '../../client/styles/controls.module.css';
import { loadPostCount } from '../../shared/api/posts.ts';
import { formatNumber } from '../../shared/format.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { formatPostsQuery, noPostFilters } from '../../shared/pages/posts-query.ts';
import type { PageInput } from '../session/page-input.ts';

/**
 * «Без исполнителя» is not counted: nearly all stories are unassigned, and counting them would delay every page of the feed.
 */
const views = [
  { name: 'Моё', filters: { assignee: 'me', state: 'open' }, counted: true },
  { name: 'Просрочено', filters: { state: 'overdue' }, counted: true },
  { name: 'Без исполнителя', filters: { assignee: 'none', state: 'open' }, counted: false },
] as const;

/** The number of stories of each view; undefined when it is unknown. */
export const loadReadyCounts = ({ backend }: PageInput): Promise<(number | undefined)[]> =>
  Promise.all(
    views.map(async ({ filters, counted }) =>
      counted ? (await backend.load(loadPostCount({ ...filters, copies: 'hide' }))).data : undefined,
    ),
  );

export function ReadyViews({ counts, query }: { counts: readonly (number | undefined)[]; query: PostsQuery }) {
  const current = formatPostsQuery({ ...query, page: 1 });
  return (
    <ul aria-label="Работа с сюжетами" className={viewsStyles.ready}>
      {views.map(({ name, filters }, index) => {
        const href = formatPostsQuery({ ...noPostFilters, sort: query.sort, ...filters });
        const count = counts[index];
        return (
          <li key={name}>
            <a href={href} aria-current={href === current ? 'true' : undefined}>
              {name}{' '}
              {count !== undefined && (
                <span className={`${viewsStyles.fresh} ${controls.badge}`}>{formatNumber(count)}</span>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
