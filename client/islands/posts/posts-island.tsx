/** The feed (docs/product/feed.md): filters, date range, table, and the popup with a post's text. */

import { type ReactNode, useState } from 'react';
import { isTextRefused } from '../../../shared/api/error-codes.ts';
import { postKey } from '../../../shared/api/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { formatPostsQuery, hidesCopies, isFiltered, noPostFilters } from '../../../shared/pages/posts-query.ts';
import { Button } from '../../components/buttons.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { lateComponent } from '../../components/lazy.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';
import type { FeedScopeProps } from './feed-scope.tsx';
import type { Named } from './filter-names.ts';
import { LatePart, type LatePartSource } from './late-part.tsx';
import type { RowToolsButtonsProps } from './late-parts.tsx';
import type { NewPostsProps } from './new-posts.tsx';
import type { OverviewSlotProps } from './overview-slot.tsx';
import type { PostFiltersProps } from './post-filters.tsx';
import styles from './posts-island.module.css';
import { useFeedList } from './use-feed-list.ts';
import { usePostColumns } from './use-post-columns.tsx';
import type { WorkBulkProps } from './work-bulk.tsx';

const NewPosts = lateComponent<NewPostsProps>(() => import('./new-posts.tsx').then((loaded) => loaded.NewPosts));

const WorkBulk = lateComponent<WorkBulkProps>(() => import('./work-bulk.tsx').then((loaded) => loaded.WorkBulk));

/** The empty state of the feed. If filters hide all posts, a button resets them. */
function NoPosts({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered) return messages.noPosts;
  return (
    <span className={styles.hidden}>
      <span>{messages.noPosts}</span>
      <span>{messages.hiddenPosts}</span>
      <Button data-scripted="" onClick={onReset}>
        {messages.resetFilters}
      </Button>
    </span>
  );
}

/** The components of client/islands/posts/late-parts.tsx. */
export type LateParts = {
  filters: LatePartSource<PostFiltersProps>;
  scope: LatePartSource<FeedScopeProps>;
  overview: LatePartSource<OverviewSlotProps>;
  rowTools: LatePartSource<RowToolsButtonsProps>;
};
type PostsIslandProps = IslandProps['posts'] & LateParts & { children?: ReactNode };

export function PostsIsland(props: PostsIslandProps) {
  const { filters, scope, overview, rowTools, query: initial, children } = props;
  const { backendKind, hasWork } = useIslandContext();
  const feed = useFeedList(props);
  const { query, change, list, tools } = feed;
  const { columns, selection, popup } = usePostColumns(feed);
  const [resets, setResets] = useState(0);
  const [chosenCity, setChosenCity] = useState<Named>({ id: null, name: null });
  const textError = list.failure && isTextRefused(list.failure, query.text) ? list.error : null;
  const copiesNote = hidesCopies(query, { backendKind, hasWork }) ? 'без повторов' : 'с повторами';
  const shared = { query, posts: list.rows, onChange: change };
  const refreshes = resets + tools.muteChanges;

  function loadAgain() {
    setResets(resets + 1);
    list.refresh();
  }

  function reset() {
    loadAgain();
    if (formatPostsQuery({ ...query, ...noPostFilters }) !== formatPostsQuery(query)) change(noPostFilters);
  }

  function showNewPosts() {
    loadAgain();
    if (query.page > 1) change({ view: query.view });
  }

  const filterProps: PostFiltersProps = {
    ...props,
    ...shared,
    textError,
    knownWord: { id: initial.word, name: props.wordText },
    knownCities: [{ id: initial.city, name: props.cityName }, chosenCity],
    onCity(city) {
      setChosenCity(city ?? chosenCity);
      change({ city: city?.id ?? null });
    },
  };
  const scopeProps: FeedScopeProps = {
    ...shared,
    firstDates: props.dates,
    refreshes,
    unreadable: textError !== null,
    knownOwner: { id: initial.owner, name: props.ownerName },
    work: props.work?.data ?? null,
  };
  return (
    <>
      <div className={styles.bar}>
        <LatePart source={filters} resets={resets} props={filterProps} />
        <div className={styles.header}>
          <LatePart source={scope} props={scopeProps} />
          <ListToolbar
            list={list}
            columns={columns}
            onRefresh={reset}
            firstPageHref={feed.firstPageHref}
            totalNote={backendKind === 'own' ? copiesNote : null}
          >
            <LatePart source={rowTools} props={{ ask: tools.ask }} />
          </ListToolbar>
        </div>
      </div>
      <div className={styles.below}>
        <LatePart source={overview} props={{ query, refreshes, navigate: feed.navigate, children }} />
        <NewPosts {...{ list, query, countLeft: tools.countLeft }} onShow={showNewPosts} />
        <DataTable
          label="Посты"
          columns={columns}
          list={textError === null ? tools.shown : { ...tools.shown, error: null }}
          keyOf={postKey}
          layout="text"
          rowHeight={96}
          cardBase={160}
          sort={feed.tableSort}
          emptyText={
            textError === null ? (
              <NoPosts filtered={isFiltered(query, { backendKind, hasWork })} onReset={reset} />
            ) : (
              messages.fixQuery
            )
          }
          nextPageHref={feed.nextPageHref}
        />
      </div>
      <p role="status" className={controls.visuallyHidden}>
        {list.stale || list.error || list.total < 0 ? '' : `Найдено постов: ${formatNumber(list.total)}`}
      </p>
      {selection && <WorkBulk {...{ selection, query, tools }} total={list.total} />}
      {tools.parts}
      {popup}
    </>
  );
}
