/** The feed: filters, dates and posts that the URL selects (docs/product/feed.md). */
import { FeedOverview, FeedScope, PostFilters, RowToolsButtons } from '../../client/islands/posts/late-parts.tsx';
import { type LateParts, PostsIsland } from '../../client/islands/posts/posts-island.tsx';
import { loadPostDates, loadPostsPage, type Post, type PostDates } from '../../shared/api/posts.ts';
import { loadWork } from '../../shared/api/work.ts';
import { orderOf } from '../../shared/list-query.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { hasReversedDays, postFiltersOf } from '../../shared/pages/posts-query.ts';
import type { Page } from '../../shared/read.ts';
import { postsPageSize } from '../../shared/rules/limits.ts';
import { readFeedQuery } from '../session/feed-query.ts';
import type { PageInput } from '../session/page-input.ts';
import { findCityName, findOwnerName, loadPhraseFilter } from './feed-filters.ts';
import { loadOverview } from './feed-overview.ts';
import { isFirstRun } from './first-run.ts';
import { islandPage } from './page.tsx';
import { ChangesRegion, loadChanges } from './post-changes.tsx';
import { ExplainedBarRegion, loadExplainedBar } from './standouts.tsx';
import { loadShownThread, ThreadRegion } from './thread.tsx';

const noPosts: Loaded<Page<Post>> = { data: { rows: [], total: 0 } };
const noDates: Loaded<PostDates> = { data: { minDate: null, maxDate: null } };

type FeedProps = Omit<Parameters<typeof PostsIsland>[0], keyof LateParts>;
const parts: LateParts = {
  filters: { Component: PostFilters },
  scope: { Component: FeedScope },
  overviewPart: { Component: FeedOverview },
  rowTools: { Component: RowToolsButtons },
};
const Feed = (props: FeedProps) => PostsIsland({ ...props, ...parts });

async function loadFeed(input: PageInput) {
  const { backend, hasWork, now } = input;
  const { query, unmatched, unmatchedCity } = await readFeedQuery(input);
  const filters = postFiltersOf(query, input);
  const offset = (query.page - 1) * postsPageSize;
  const [first, dates, phrases, work, overview, explained, changes, thread] = await Promise.all([
    hasReversedDays(query) ? noPosts : backend.load(loadPostsPage({ ...filters, offset, ...orderOf(query.sort) })),
    hasReversedDays(query) ? noDates : backend.load(loadPostDates(filters, () => now)),
    loadPhraseFilter(input, query.word),
    hasWork ? backend.load(loadWork()) : null,
    loadOverview(input, query),
    loadExplainedBar(input, query),
    loadChanges(input),
    loadShownThread(input),
  ]);
  const posts = first.data?.rows ?? [];
  const [ownerName, cityName] = await Promise.all([
    findOwnerName(input, query.owner, posts.find(({ ownerId }) => ownerId === query.owner)?.ownerName),
    findCityName(input, query.city, posts.find(({ cityId }) => cityId === query.city)?.city),
  ]);
  return {
    query,
    first,
    dates,
    ...phrases,
    unmatchedPhrase: unmatched,
    unmatchedCity,
    ownerName,
    cityName,
    work,
    overview,
    isFirstRun: isFirstRun(input, phrases.words.data?.length),
    main: (
      <>
        {explained && <ExplainedBarRegion {...explained} />}
        {changes && <ChangesRegion {...changes} />}
        {thread && <ThreadRegion {...thread} />}
      </>
    ),
  };
}

export const postsPage = islandPage('posts', Feed, loadFeed);
