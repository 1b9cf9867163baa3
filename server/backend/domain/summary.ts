/** What happened in a period: for the page «Сводка» and for reports. */
import type { summaryFields } from '../../../shared/api/summary.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { lastRealTime } from '../../../shared/rules/real-times.ts';
import type { Config } from '../../platform/settings.ts';
import { accountOf, clientOf, type Identity } from '../rules/account.ts';
import { startOfHour, type TimeWindow } from '../rules/days.ts';
import type { StoredRow } from '../rules/reply-values.ts';
import { namedWork } from '../rules/work.ts';
import { noFilters, type Viewing, withFilters } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import { viewingOf } from './feed-filter.ts';
import { viewingOfQuery } from './saved-filter.ts';

export type SummaryStores = {
  store: Pick<Store, 'posts' | 'work' | 'wordHealth' | 'collection'>;
  config: Pick<Config, 'CONSOLE_TIME_ZONE' | 'COLLECTION_DAILY_CALLS'>;
};

/** `query`: a saved filter; null for all posts. `sourcesMax`: how many new sources are named. */
type Chosen = { period: TimeWindow; query: PostsQuery | null; sourcesMax: number };

export type StoredSummary = Omit<StoredRow<typeof summaryFields>, 'filters'>;

/** The filters that say nothing about a whole period. */
const wholePeriod = {
  ...{ weekday: null, hour: null, story: null, since: null, until: null, first: false, unread: false },
  copies: false,
};

function viewingOfSummary(
  { config }: SummaryStores,
  viewer: Identity,
  { period, query }: Omit<Chosen, 'sourcesMax'>,
): Viewing {
  const all = viewingOf(viewer, noFilters);
  const saved = (query && viewingOfQuery(viewer, config.CONSOLE_TIME_ZONE, query)) ?? all;
  return withFilters(saved, { ...wholePeriod, ...period });
}

const storiesMax = 10;

/** How many posts of a period are measured, as in «Сводка». */
export async function countMeasured(stores: SummaryStores, viewer: Identity, chosen: Omit<Chosen, 'sourcesMax'>) {
  return (await stores.store.posts.mainStories(viewer, viewingOfSummary(stores, viewer, chosen), 0)).views;
}

async function readStories({ store }: SummaryStores, viewer: Identity, viewing: Viewing, now: number) {
  const names = viewer.type === 'client' ? await store.work.names(viewer.clientId) : null;
  const shown = { ...viewing, shownWork: names && { ...names, now } };
  const { views, stories } = await store.posts.mainStories(viewer, shown, storiesMax);
  return {
    views,
    stories: stories.map(({ work, ...story }) => ({
      ...story,
      work: work && names && namedWork(work, names, work.growing),
    })),
  };
}

async function countWork({ store }: SummaryStores, viewer: Identity, viewing: Viewing) {
  if (viewer.type !== 'client') return null;
  const count = async (change: Parameters<typeof withFilters>[1]) =>
    (await store.posts.countWork(viewer, withFilters(viewing, change))).states;
  const [ofPeriod, ofNow] = await Promise.all([count({}), count({ from: null, to: null })]);
  return {
    fresh: ofPeriod.new,
    inProgress: ofNow['in-progress'],
    overdue: ofNow.overdue,
    returned: ofNow.returned,
  };
}

/** Without the queue: how long the calls last takes a second to compute, with 10,000 phrases. */
async function readQuota({ store, config }: SummaryStores, viewer: Identity, now: number) {
  if (viewer.type !== 'admin') return null;
  const keys = await store.collection.keys(now);
  return { calls: keys.reduce((sum, { calls }) => sum + calls, 0), limit: config.COLLECTION_DAILY_CALLS * keys.length };
}

/** Hours that have begun, from the first one that the period touches. */
const pastHours = ({ from, to }: TimeWindow, timeZone: string, now: number): TimeWindow => ({
  from: startOfHour(from, timeZone),
  to: Math.min(to, now),
});

export async function summarise(
  stores: SummaryStores,
  viewer: Identity,
  chosen: Chosen,
  now: number,
): Promise<StoredSummary> {
  const { store, config } = stores;
  const viewing = viewingOfSummary(stores, viewer, chosen);
  const everything = withFilters(viewingOf(viewer, noFilters), chosen.period);
  const hours = pastHours(chosen.period, config.CONSOLE_TIME_ZONE, Math.min(now, lastRealTime(now)));
  const [explanation, stories, sources, work, missing, verdicts, recall, quota] = await Promise.all([
    store.posts.explanation(viewer, viewing, now),
    readStories(stores, viewer, viewing, now),
    store.posts.newSources(viewer, everything, chosen.sourcesMax),
    countWork(stores, viewer, viewing),
    store.posts.missingTime(viewer, viewing, hours),
    viewer.type === 'client' ? store.wordHealth.countVerdicts(viewer.clientId) : [],
    store.wordHealth.sumRecalls(clientOf(accountOf(viewer))),
    readQuota(stores, viewer, now),
  ]);
  return {
    explanation,
    ...stories,
    newSources: sources.items,
    newSourcesTotal: sources.total,
    work,
    missing: missing.stretches,
    verdicts,
    recall,
    quota,
  };
}
