/** The feed (docs/product/feed.md): filters, date range, table, and the popup with a post's text. */

import { type MouseEvent, useEffect, useState } from 'react';
import { postKey } from '../../../shared/api/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import {
  formatPostsQuery,
  hasPostFilters,
  hidesCopies,
  isFiltered,
  noPostFilters,
} from '../../../shared/pages/posts-query.ts';
import { newPostsIntervalMs } from '../../../shared/rules/limits.ts';
import { localViewsKey } from '../../../shared/shell-names.ts';
import { Button, IconButton } from '../../components/buttons.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { lateComponent, useLazyComponent } from '../../components/lazy.tsx';
import { ListStats, TableViewButton } from '../../components/list-toolbar.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { opensNewTab } from '../../components/table-header.tsx';
import type { ChartView } from '../../feed-overview/chart-toggle.tsx';
import type { FeedOverviewProps } from '../../feed-overview/feed-overview.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { nextInput } from '../../lib/next-input.ts';
import { readLocal } from '../../lib/storage.ts';
import type { FeedSidebarProps } from '../../saved-views/feed-sidebar.tsx';
import controls from '../../styles/controls.module.css';
import type { FeedScopeProps } from './feed-scope.tsx';
import { type Named, nameFilters } from './filter-names.ts';
import { LatePart, type LatePartSource } from './late-part.tsx';
import type { RowToolsButtonsProps } from './late-parts.tsx';
import type { NewPostsProps } from './new-posts.tsx';
import type { PostFiltersProps } from './post-filters.tsx';
import styles from './posts-island.module.css';
import { useFeedList } from './use-feed-list.ts';
import { usePostColumns } from './use-post-columns.tsx';
import type { WorkBulkProps } from './work-bulk.tsx';

const importNewPosts = () => import('./new-posts.tsx').then((loaded) => loaded.NewPosts);

/** The code loads when the first count is due. */
function NewPosts(props: NewPostsProps) {
  const { Component, load } = useLazyComponent(importNewPosts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once
  useEffect(() => {
    const timer = setTimeout(load, newPostsIntervalMs);
    return () => clearTimeout(timer);
  }, []);
  return Component && <Component {...props} />;
}

const ReadingPlace = lateComponent(() => import('./reading-place.tsx').then((loaded) => loaded.ReadingPlace));

const WorkBulk = lateComponent<WorkBulkProps>(() => import('./work-bulk.tsx').then((loaded) => loaded.WorkBulk));

const importSidebar = () => import('../../saved-views/feed-sidebar.tsx').then((loaded) => loaded.FeedSidebar);

/** The code loads with the next input, or at once if there are views in the browser, which the server cannot list. */
function FeedSidebar(props: FeedSidebarProps) {
  const { backendKind, viewer } = useIslandContext();
  const { Component, load } = useLazyComponent(importSidebar);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once
  useEffect(() => {
    const isLocal = backendKind !== 'own' && readLocal(localViewsKey(viewer.user)) !== null;
    void (isLocal ? load() : nextInput().then(load));
  }, []);
  return Component && <Component {...props} />;
}

/** The empty state of the feed. If filters hide all posts, a button resets them. */
function NoPosts({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  return (
    <EmptyState title={messages.noPosts} hint={filtered ? messages.hiddenPosts : null}>
      {filtered && (
        <Button data-scripted="" onClick={onReset}>
          {messages.resetFilters}
        </Button>
      )}
    </EmptyState>
  );
}

/** The components of client/islands/posts/late-parts.tsx. */
export type LateParts = {
  filters: LatePartSource<PostFiltersProps>;
  scope: LatePartSource<FeedScopeProps>;
  overviewPart: LatePartSource<FeedOverviewProps>;
  rowTools: LatePartSource<RowToolsButtonsProps>;
};
type PostsIslandProps = IslandProps['posts'] & LateParts;

/** Goes to another state of the feed, given its query string. */
function followLink(event: MouseEvent, navigate: (search: string) => void): void {
  const href = (event.target as Element).closest('a')?.getAttribute('href');
  if (!href?.startsWith('?') || event.defaultPrevented || opensNewTab(event)) return;
  event.preventDefault();
  navigate(href);
}

export function PostsIsland(props: PostsIslandProps) {
  const { filters, scope, overviewPart, rowTools, query: initial } = props;
  const context = useIslandContext();
  const isOwn = context.backendKind === 'own';
  const feed = useFeedList(props);
  const { query, change, navigate, list, textError, tools } = feed;
  const notify = useNotify();
  const { columns, marksOf, selection, popup } = usePostColumns(feed);
  const [resets, setResets] = useState(0);
  const [chart, setChart] = useState<ChartView>(props.overview?.histogram === 'hidden' ? 'hidden' : 'auto');
  const [chosenCity, setChosenCity] = useState<Named>({ id: null, name: null });
  const copiesNote = hidesCopies(query, context) ? 'без повторов' : 'с повторами';
  const shared = { query, posts: list.rows, onChange: change };
  const knownCities = [{ id: initial.city, name: props.cityName }, chosenCity];
  const shown = nameFilters(props, query, knownCities, list.rows);
  const refreshes = resets + tools.muteChanges;

  function loadAgain() {
    setResets(resets + 1);
    list.refresh();
  }

  function reset() {
    loadAgain();
    if (formatPostsQuery({ ...query, ...noPostFilters }) !== formatPostsQuery(query)) change(noPostFilters);
    if (!hasPostFilters(query)) return;
    const before = formatPostsQuery(query);
    notify({
      kind: 'success',
      text: messages.filtersReset,
      action: { label: 'Вернуть', run: () => navigate(before) },
    });
  }

  function showNewPosts() {
    loadAgain();
    if (query.page > 1) change({ view: query.view });
  }

  const filterProps: PostFiltersProps = {
    ...props,
    ...shared,
    shown,
    textError,
    knownWord: { id: initial.word, name: props.wordText },
    knownCities,
    onCity(city) {
      setChosenCity(city ?? chosenCity);
      change({ city: city?.id ?? null });
    },
  };
  const scopeProps: FeedScopeProps = {
    query,
    onChange: change,
    firstDates: props.dates,
    refreshes,
    unreadable: textError !== null,
    shown,
    visit: props.overview?.visit ?? null,
  };
  const overviewProps: FeedOverviewProps = {
    query,
    first: props.overview,
    isFirstRun: props.isFirstRun,
    refreshes: refreshes + tools.workSaves,
    chart,
    unreadable: textError !== null,
  };
  const follow = (event: MouseEvent) => followLink(event, navigate);
  return (
    <>
      <div className={styles.bar}>
        <LatePart source={filters} resets={resets} props={filterProps} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles the clicks of the links inside */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
        <div className={styles.header} onClick={follow}>
          <ListStats list={list} note={isOwn ? copiesNote : null} />
          <LatePart source={scope} props={scopeProps} />
          {list.offset > 0 && <a href={feed.firstPageHref}>В начало</a>}
          <span className={styles.tableView}>
            <TableViewButton columns={columns} />
          </span>
          <IconButton
            label="Обновить"
            icon="refresh"
            data-scripted=""
            disabled={list.loading}
            aria-busy={list.loading || undefined}
            onClick={reset}
          />
          <LatePart
            source={rowTools}
            props={{ query, ask: tools.ask, chart, onChart: setChart, columns, sort: feed.tableSort }}
          />
        </div>
      </div>
      <div className={styles.below}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only handles the clicks of the links inside */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
        <div onClick={follow}>
          <FeedSidebar shown={shown} refreshes={overviewProps.refreshes} />
          <LatePart source={overviewPart} props={overviewProps} />
        </div>
        <NewPosts list={list} query={query} countLeft={tools.countLeft} onShow={showNewPosts} />
        <DataTable
          label="Посты"
          columns={columns}
          list={tools.shown}
          keyOf={postKey}
          marksOf={marksOf}
          layout="text"
          rowHeight={96}
          cardBase={160}
          sort={feed.tableSort}
          emptyText={
            textError === null ? <NoPosts filtered={isFiltered(query, context)} onReset={reset} /> : messages.fixQuery
          }
          nextPageHref={feed.nextPageHref}
        />
      </div>
      <p role="status" className={controls.visuallyHidden}>
        {list.stale || list.error || textError || list.total < 0 ? '' : `Найдено постов: ${formatNumber(list.total)}`}
      </p>
      {selection && <WorkBulk selection={selection} query={query} tools={tools} total={list.total} />}
      <ReadingPlace total={tools.shown.total} />
      {tools.parts}
      {popup}
    </>
  );
}
