/** What happened in a period: for the page «Сводка» and for reports. */
import type { summaryFields } from '../../../shared/api/summary.ts';
import { lastRealTime } from '../../../shared/rules/real-times.ts';
import type { Config } from '../../platform/settings.ts';
import { accountOf, type Identity } from '../rules/account.ts';
import { startOfHour, type TimeWindow } from '../rules/days.ts';
import { orderStories, type StoryFigures } from '../rules/main-stories.ts';
import type { StoredRow } from '../rules/reply-values.ts';
import { namedWork } from '../rules/work.ts';
import { noFilters, type PeriodPosts, type Viewing, withFilters } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import { viewingOf } from './feed-filter.ts';
import { findView, parseViewQuery, viewingOfQuery } from './saved-filter.ts';

type Stores = {
  store: Pick<Store, 'posts' | 'views' | 'work' | 'wordHealth' | 'collection'>;
  config: Pick<Config, 'CONSOLE_TIME_ZONE' | 'COLLECTION_DAILY_CALLS'>;
};

/** `viewId`: a saved filter of the viewer. `sourcesMax`: how many new sources are named. */
type Chosen = { period: TimeWindow; viewId: number | null; sourcesMax: number };

type Summary = StoredRow<typeof summaryFields>;

/** The filters that say nothing about a whole period. */
const wholePeriod = {
  ...{ weekday: null, hour: null, story: null, since: null, until: null, first: false, unread: false },
  copies: false,
};

async function viewingOfSummary(stores: Stores, viewer: Identity, { period, viewId }: Chosen): Promise<Viewing> {
  const { CONSOLE_TIME_ZONE: timeZone } = stores.config;
  const all = viewingOf(viewer, noFilters);
  if (viewId === null) return withFilters(all, { ...wholePeriod, ...period });
  const { query } = await findView(stores, viewer, viewId);
  const saved = viewingOfQuery(viewer, timeZone, parseViewQuery(query)) ?? all;
  return withFilters(saved, { ...wholePeriod, ...period });
}

const keyOf = ({ ownerId, postId }: PeriodPosts['posts'][number]): string => `${ownerId} ${postId}`;

/** The figures of each story, by the views of each post. */
function figuresOf({ ids, stories, posts }: PeriodPosts, viewsOf: ReadonlyMap<string, number>): StoryFigures[] {
  const found = new Map<number, StoryFigures & { owners: Set<number> }>();
  for (const [row, storyId] of stories.entries()) {
    const post = posts[row] ?? { ownerId: 0, postId: 0 };
    const story = found.get(storyId) ?? {
      ...{ storyId, rows: 0, sources: 0, views: null, first: ids[row] ?? 0 },
      owners: new Set<number>(),
    };
    const views = viewsOf.get(keyOf(post));
    if (views !== undefined && views > (story.views ?? -1)) story.views = views;
    story.rows += 1;
    story.owners.add(post.ownerId);
    found.set(storyId, story);
  }
  return [...found.values()].map(({ owners, ...story }) => ({ ...story, sources: owners.size }));
}

const storiesMax = 10;

async function readStories({ store }: Stores, viewer: Identity, viewing: Viewing, now: number) {
  const listed = await store.posts.listPosts(viewer, withFilters(viewing, { copies: true }));
  const distinct = [...new Map(listed.posts.map((post) => [keyOf(post), post])).values()];
  const stored = await store.posts.viewsOf(distinct);
  const viewsOf = new Map(stored.map(({ views, ...post }) => [keyOf(post), views]));
  const main = orderStories(figuresOf(listed, viewsOf)).slice(0, storiesMax);
  const names = viewer.type === 'client' ? await store.work.names(viewer.clientId) : null;
  const shown = { ...viewing, shownWork: names && { ...names, now } };
  const quoted = await store.posts.quoteStories(
    viewer,
    shown,
    main.map(({ first }) => first),
  );
  const quotes = new Map(quoted.map((story) => [story.id, story]));
  return {
    views: { sum: stored.reduce((sum, { views }) => sum + views, 0), measured: stored.length, posts: distinct.length },
    stories: main.flatMap(({ first, ...story }) => {
      const quote = quotes.get(first);
      if (quote === undefined) return [];
      const work = quote.work && names && namedWork(quote.work, names, quote.work.growing);
      return [{ ...story, quote: quote.quote, work }];
    }),
  };
}

async function countWork({ store }: Stores, viewer: Identity, viewing: Viewing) {
  if (viewer.type !== 'client') return null;
  const ever = { from: null, to: null };
  const count = (change: Parameters<typeof withFilters>[1]) => store.posts.count(viewer, withFilters(viewing, change));
  const [fresh, inProgress, overdue, returned] = await Promise.all([
    count({ state: 'new' }),
    count({ ...ever, state: 'in-progress' }),
    count({ ...ever, state: 'overdue' }),
    count({ ...ever, state: 'returned' }),
  ]);
  return { fresh, inProgress, overdue, returned };
}

/** Without the queue: how long the calls last takes a second to compute, with 10,000 phrases. */
async function readQuota({ store, config }: Stores, viewer: Identity, now: number) {
  if (viewer.type !== 'admin') return null;
  const keys = await store.collection.keys(now);
  return { calls: keys.reduce((sum, { calls }) => sum + calls, 0), limit: config.COLLECTION_DAILY_CALLS * keys.length };
}

/** Hours that have begun, from the first one that the period touches. */
const pastHours = ({ from, to }: TimeWindow, timeZone: string, now: number): TimeWindow => ({
  from: startOfHour(from, timeZone),
  to: Math.min(to, now),
});

/** Throws a 404 unless the saved filter is in the viewer's list. */
export async function summarise(stores: Stores, viewer: Identity, chosen: Chosen, now: number): Promise<Summary> {
  const { store, config } = stores;
  const viewing = await viewingOfSummary(stores, viewer, chosen);
  const everything = withFilters(viewingOf(viewer, noFilters), chosen.period);
  const hours = pastHours(chosen.period, config.CONSOLE_TIME_ZONE, Math.min(now, lastRealTime(now)));
  const [explanation, stories, sources, work, missing, verdicts, quota, filters] = await Promise.all([
    store.posts.explanation(viewer, viewing, now),
    readStories(stores, viewer, viewing, now),
    store.posts.newSources(viewer, everything, chosen.sourcesMax),
    countWork(stores, viewer, viewing),
    store.posts.missingTime(viewer, viewing, hours),
    viewer.type === 'client' ? store.wordHealth.countVerdicts(viewer.clientId) : [],
    readQuota(stores, viewer, now),
    viewer.type === 'client' || chosen.viewId !== null ? store.views.list(accountOf(viewer)) : [],
  ]);
  return {
    explanation,
    ...stories,
    newSources: sources.items,
    newSourcesTotal: sources.total,
    work,
    missing: missing.stretches,
    verdicts,
    quota,
    filters: filters.map(({ viewId, name, query }) => ({ id: viewId, name, query })),
  };
}
