/** The filters that everybody needs who works on stories: «Моё», «Просрочено», «Без исполнителя». */
import viewsStyles from '../../client/saved-views/saved-views-list.module.css';
import controls from '../../client/styles/controls.module.css';
import { loadPostCount } from '../../shared/api/posts.ts';
import { formatNumber } from '../../shared/format.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { formatPostsQuery, noPostFilters } from '../../shared/pages/posts-query.ts';
import type { PageInput } from '../session/page-input.ts';

const filters = {
  mine: { assignee: 'me', state: 'open' },
  overdue: { state: 'overdue' },
  unassigned: { assignee: 'none', state: 'open' },
} as const;

type ReadyView = keyof typeof filters;

const names: Record<ReadyView, string> = { mine: 'Моё', overdue: 'Просрочено', unassigned: 'Без исполнителя' };

/** The number of stories of each; null when it is unknown. */
export type ReadyCounts = Partial<Record<ReadyView, number | null>>;

/** Nearly all stories are unassigned: counting them would delay every page of the feed. */
export async function loadReadyCounts({ backend }: PageInput): Promise<ReadyCounts> {
  const count = async (view: ReadyView) =>
    (await backend.load(loadPostCount({ ...filters[view], copies: 'hide' }))).data ?? null;
  const [mine, overdue] = await Promise.all([count('mine'), count('overdue')]);
  return { mine, overdue };
}

export function ReadyViews({ counts, query }: { counts: ReadyCounts; query: PostsQuery }) {
  const current = formatPostsQuery({ ...query, page: 1 });
  return (
    <ul aria-label="Работа с сюжетами" className={viewsStyles.ready}>
      {(Object.keys(filters) as ReadyView[]).map((view) => {
        const href = formatPostsQuery({ ...noPostFilters, sort: query.sort, ...filters[view] });
        const count = counts[view] ?? null;
        return (
          <li key={view}>
            <a href={href} aria-current={href === current ? 'true' : undefined}>
              {names[view]}{' '}
              {count !== null && (
                <span className={`${viewsStyles.fresh} ${controls.badge}`}>{formatNumber(count)}</span>
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
