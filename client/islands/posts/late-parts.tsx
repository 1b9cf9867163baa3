/** The parts of the feed whose code loads with the first input (client/islands/posts/late-part.tsx). */

import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { analyticsFilters, formatPostsQuery } from '../../../shared/pages/posts-query.ts';
import { IconButton } from '../../components/buttons.tsx';
import { useChangeProps } from '../../components/lazy.tsx';
import { ChartToggle, type ChartView } from '../../feed-overview/chart-toggle.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import menu from '../../styles/popover-menu.module.css';
import styles from './posts-island.module.css';
import type { RowRequest } from './row-requests.ts';
import { SortMenu, type SortMenuProps } from './sort-menu.tsx';

const moreActionsId = 'more-actions';

/** The rare actions. */
function MoreActions({ query }: { query: PostsQuery }) {
  const { basePath } = useIslandContext();
  return (
    <>
      <IconButton label="Ещё действия" icon="more" popoverTarget={moreActionsId} />
      <div id={moreActionsId} popover="auto" className={menu.menu}>
        <a href={`${basePath}/ldvknf/analytics${formatPostsQuery(analyticsFilters(query))}`} className={menu.choice}>
          Аналитика
        </a>
      </div>
    </>
  );
}

export type RowToolsButtonsProps = SortMenuProps & {
  query: PostsQuery;
  ask: (request: RowRequest) => void;
  chart: ChartView;
  onChart: (view: ChartView) => void;
};

/** The tools of the feed with our own backend: for its rows, its chart and its filters. */
export function RowToolsButtons({ query, ask, chart, onChart, ...sortMenu }: RowToolsButtonsProps) {
  const { backendKind } = useIslandContext();
  const changeProps = useChangeProps();
  const readAbove = changeProps({ onClick: () => ask({ act: 'read-above' }) });
  return (
    <div id="row-tools" className={styles.rowTools}>
      <SortMenu {...sortMenu} />
      {backendKind === 'own' && (
        <>
          <IconButton label="Прочитать всё выше" icon="read-above" data-scripted="" {...readAbove} />
          <IconButton
            label="Скрытые источники и авторы"
            icon="hidden"
            aria-haspopup="dialog"
            data-scripted=""
            onClick={() => ask({ act: 'mutes' })}
          />
          <ChartToggle view={chart} onChange={onChart} />
          <MoreActions query={query} />
        </>
      )}
    </div>
  );
}

export { FeedOverview } from '../../feed-overview/feed-overview.tsx';
export { FeedScope } from './feed-scope.tsx';
export { PostFilters } from './post-filters.tsx';
