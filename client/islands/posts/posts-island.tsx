/** The feed (docs/product.md, section 2, Feed screen): filters, date range, table, and the popup with a post's text. */
import { type ReactNode, useMemo, useState } from 'react';
import type { City } from '../../../shared/api/cities.ts';
import { postKey } from '../../../shared/api/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import * as messages from '../../../shared/messages.ts';
import { formatPostsQuery, hidesCopies, isFiltered, noPostFilters } from '../../../shared/posts-query.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { useIslandContext } from '../../lib/island-context.tsx';
import { LatePart, type LatePartSource } from '../../lib/late-part.tsx';
import { useLazyDialog } from '../../lib/use-lazy-dialog.ts';
import controls from '../../styles/controls.module.css';
import type { FeedRow } from './feed-row.ts';
import type { FeedScopeProps } from './feed-scope.tsx';
import { cityNameOf, ownerNameOf, wordTextOf } from './filter-names.ts';
import { NewPosts } from './new-posts.tsx';
import { OverviewSlot } from './overview-slot.tsx';
import { postColumns } from './post-columns.tsx';
import type { PostFiltersProps } from './post-filters.tsx';
import styles from './posts-island.module.css';
import { RowToolsButtons } from './row-tools-buttons.tsx';
import { useFeedList } from './use-feed-list.ts';
import { usePostDates } from './use-post-dates.ts';

/** Of a search that cannot be read. */
const noDates = { data: { minDate: null, maxDate: null } };

const rowHeight = 108;
const cardBase = 160;

const importPopup = () => import('./post-popup.tsx').then(({ PostPopup }) => PostPopup);

/** The empty state. When filters hide all posts, it has a button that resets them. */
function NoPosts({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered) return messages.noPosts;
  return (
    <span className={styles.hidden}>
      <span>{messages.noPosts}</span>
      <span>{messages.hiddenPosts}</span>
      <button type="button" data-scripted="" className={controls.button} onClick={onReset}>
        {messages.resetFilters}
      </button>
    </span>
  );
}

type LateParts = { filters: LatePartSource<PostFiltersProps>; scope: LatePartSource<FeedScopeProps> };
type PostsIslandProps = IslandProps['posts'] & LateParts & { children?: ReactNode };

export function PostsIsland({
  filters,
  scope,
  query: initial,
  first,
  dates: firstDates,
  words,
  unmatchedPhrase,
  wordText,
  ownerName,
  cityName,
  children,
}: PostsIslandProps) {
  const { basePath, timeZone, capabilities, viewer } = useIslandContext();
  const { query, change, navigate, tableSort, firstPageHref, nextPageHref, list, tools } = useFeedList({
    query: initial,
    first,
  });
  const { dates, reload: reloadDates } = usePostDates(query, firstDates);
  const [resets, setResets] = useState(0);
  const [chosenCity, setChosenCity] = useState<City | null>(null);
  const popup = useLazyDialog(importPopup);
  const marks = capabilities.includes('marks');
  const mutes = capabilities.includes('mutes');
  // An administrator who acts as a client reads without changing the client's marks.
  const readsOnOpen = marks && viewer.impersonation === null;
  const { owner, city } = query;
  const textError = list.error?.startsWith(messages.queryErrorStart) ? list.error : null;
  const filtered = isFiltered(query, capabilities);
  const copiesNote = hidesCopies(query, capabilities) ? 'без повторов' : 'с повторами';
  const totalNote = capabilities.includes('copies') ? copiesNote : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(() => {
    const openText = (post: FeedRow, opener: HTMLElement) => {
      void popup.open({ post, opener });
      if (readsOnOpen && !post.read) tools.ask({ act: 'read', post });
    };
    return postColumns({
      basePath,
      timeZone,
      open: openText,
      preload: popup.preload,
      marks,
      menu: marks || mutes,
      storyHref: (story) => formatPostsQuery({ ...initial, story, copies: 'show', page: 1 }),
      ask: tools.ask,
      preloadTools: tools.preload,
    });
  }, [basePath, timeZone]);

  function reset() {
    setResets(resets + 1);
    list.refresh();
    if (formatPostsQuery({ ...query, ...noPostFilters }) !== formatPostsQuery(query)) change(noPostFilters);
    else reloadDates();
  }

  function showNewPosts() {
    setResets(resets + 1);
    list.refresh();
    reloadDates();
    if (query.page > 1) change({ view: query.view });
  }

  function chooseCity(chosen: City | null) {
    setChosenCity(chosen);
    change({ city: chosen?.id ?? null });
  }

  function closePopup() {
    popup.close();
    popup.opened?.subject.opener.focus();
  }

  const knownCities = [{ id: initial.city, name: cityName }, ...(chosenCity ? [chosenCity] : [])];
  const knownWords = [{ id: initial.word, name: wordText }];
  const filterProps: PostFiltersProps = {
    query,
    words,
    unmatchedPhrase,
    textError,
    wordText: query.word === null ? null : wordTextOf(query.word, knownWords, list.rows),
    cityName: city === null ? '' : cityNameOf(city, knownCities, list.rows),
    onChange: change,
    onCity: chooseCity,
  };
  const scopeProps: FeedScopeProps = {
    query,
    dates: textError === null ? dates : noDates,
    ownerName: owner === null ? '' : ownerNameOf(owner, [{ id: initial.owner, name: ownerName }], list.rows),
    onChange: change,
  };
  return (
    <>
      <LatePart source={filters} resets={resets} props={filterProps} />
      <div className={styles.header}>
        <LatePart source={scope} props={scopeProps} />
        <ListToolbar
          list={list}
          columns={columns}
          onRefresh={reset}
          firstPageHref={firstPageHref}
          totalNote={totalNote}
        >
          <RowToolsButtons ask={tools.ask} />
        </ListToolbar>
      </div>
      <OverviewSlot query={query} refreshes={resets + tools.muteChanges} navigate={navigate}>
        {children}
      </OverviewSlot>
      <NewPosts list={list} query={query} onShow={showNewPosts} />
      <DataTable
        label="Посты"
        columns={columns}
        list={textError === null ? tools.shown : { ...tools.shown, error: null }}
        keyOf={postKey}
        rowHeight={rowHeight}
        cardBase={cardBase}
        sort={tableSort}
        emptyText={textError === null ? <NoPosts filtered={filtered} onReset={reset} /> : messages.fixQuery}
        nextPageHref={nextPageHref}
      />
      <p role="status" className={controls.visuallyHidden}>
        {list.stale || list.error || list.total < 0 ? '' : `Найдено постов: ${formatNumber(list.total)}`}
      </p>
      {tools.parts}
      {popup.opened && <popup.opened.Component {...popup.opened.subject} onClose={closePopup} />}
    </>
  );
}
