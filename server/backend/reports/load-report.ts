/** Loads a report from what «Сводка» and «Аналитика» show (docs/product/reports.md). */

import { analyticsFields } from '../../../shared/api/analytics.ts';
import { defaultPostSort } from '../../../shared/api/posts.ts';
import { periodReachFields } from '../../../shared/api/reach.ts';
import { summaryFields } from '../../../shared/api/summary.ts';
import { type ReplyTable, type RowOf, readRow } from '../../../shared/fields/field.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import { describeFilters } from '../../../shared/pages/describe-filters.ts';
import { linkToPosts } from '../../../shared/pages/link-to-posts.ts';
import { allFilters, dayOf, isTime, type PostsQuery } from '../../../shared/pages/post-filters.ts';
import { analyticsFilters, noPostFilters } from '../../../shared/pages/posts-query.ts';
import { workNames } from '../../../shared/pages/work-names.ts';
import { type Days, formatOffset } from '../../../shared/rules/days.ts';
import { newSourcesMax } from '../../../shared/rules/limits.ts';
import {
  analyticsSections,
  reportSections,
  type SectionName,
  summarySections,
  workSections,
} from '../../../shared/rules/report-sections.ts';
import { dayName, unitTexts } from '../../../shared/rules/time-units.ts';
import { zoneOffset, zoneOffsets } from '../../platform/zone-offset.ts';
import { viewingOf } from '../domain/feed-filter.ts';
import { viewingOfQuery } from '../domain/saved-filter.ts';
import { countMeasured, type SummaryStores, summarise } from '../domain/summary.ts';
import type { Identity } from '../rules/account.ts';
import { lowerBound, type TimeWindow, upperBound } from '../rules/days.ts';
import { presenterOf, type StoredRow } from '../rules/reply-values.ts';
import { coverPeriod } from '../rules/report-coverage.ts';
import { noFilters } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import { type AnalyticsContent, analyticsBuilders } from './analytics-sections.ts';
import { foreign, linksOf, paragraph, type ReportLinks } from './parts.ts';
import type { ReportBlock, ReportChapter, ReportDocument, ReportFact, ReportSection } from './report-document.ts';
import { type SummaryContent, summaryBuilders } from './summary-sections.ts';

export type ReportReads = SummaryStores & { store: Pick<Store, 'words' | 'owners' | 'cities'> };

/** `query`: of the feed; its conditions on time, single stories and reading have no effect. */
export type ReportFilter = { name: string; query: PostsQuery };

export const allPostsQuery: PostsQuery = { ...noPostFilters, sort: defaultPostSort, view: null, page: 1 };

/**
 * `period`: bounds of the feed, both included: days, or RFC 3339 times. The sections of «Аналитика» take their days. `author`:
 * a sentence with a full stop. `console`: what precedes the paths of links; null for a report without links. `until`: the newest
 * arrival, so that the links open the counted posts; null without one. `now`: the moment of counting, in milliseconds.
 */
export type ReportRequest = {
  viewer: Identity;
  title: string;
  author: string;
  filters: readonly ReportFilter[];
  period: Days;
  sections: readonly SectionName[];
  console: string | null;
  until: number | null;
  now: number;
};

/** What the page gets: with the names as pages show them. */
const asShown = <Table extends ReplyTable>(table: Table, stored: StoredRow<Table>): RowOf<Table> =>
  readRow(table, presenterOf(table)(stored));

/** For example «23.11.2026 – 29.11.2026». */
function nameOfPeriod({ from, to }: Days, timeZone: string): string {
  const zone = zoneOffsets(timeZone);
  const first = isTime(from) ? formatDateTime(from, zone) : dayName(from);
  const last = isTime(to) ? formatDateTime(upperBound(to, timeZone), zone) : dayName(to);
  return first === last ? `${first}` : `${first} – ${last}`;
}

const windowOf = ({ from, to }: Days, timeZone: string): TimeWindow => ({
  from: lowerBound(from, timeZone),
  to: upperBound(to, timeZone),
});

/** The names of what the filter selects by ID. */
async function namesOf({ store }: ReportReads, viewer: Identity, query: PostsQuery) {
  const { word, words, owner, city } = query;
  const ids = word === null ? words : [word];
  const textOf = async (id: number) =>
    (viewer.type === 'client' ? await store.words.getOfClient(id, viewer.clientId) : await store.words.get(id))?.text;
  const lists = viewer.type === 'client' ? await store.work.lists(viewer.clientId) : null;
  return {
    phrases: await Promise.all(ids.map(async (id) => (await textOf(id)) ?? `ID ${id}`)),
    filters: {
      owner: owner === null ? null : (await store.owners.find(owner))?.name,
      city: city === null ? null : await store.cities.nameOf(city),
      ...workNames(query, lists),
    },
  };
}

/** What is stated otherwise. */
const { word, words, from, to } = noPostFilters;
const otherwise = { word, words, from, to, copies: 'show' } as const;

async function describeFilter(reads: ReportReads, viewer: Identity, query: PostsQuery): Promise<string> {
  const { phrases, filters } = await namesOf(reads, viewer, query);
  const shown: PostsQuery = { ...analyticsFilters(query), ...otherwise };
  const timeZone = zoneOffsets(reads.config.CONSOLE_TIME_ZONE);
  const texts = describeFilters(shown, filters, { ...allFilters, hasWork: viewer.type === 'client', timeZone });
  const named = phrases.map((phrase) => `«${foreign(phrase)}»`).join(', ');
  return [
    phrases.length === 0 ? 'все фразы' : `${phrases.length === 1 ? 'фраза' : 'фразы'} ${named}`,
    ...texts.map(({ text }) => foreign(text)),
  ].join('; ');
}

const namedGaps = 5;

async function describeCoverage(reads: ReportReads, request: ReportRequest, query: PostsQuery) {
  const { viewer, period, now } = request;
  const { CONSOLE_TIME_ZONE: timeZone } = reads.config;
  const ids = query.word === null ? query.words : [query.word];
  const clientId = viewer.type === 'client' ? viewer.clientId : null;
  const phrases = await reads.store.collection.phraseWindows(clientId, ids.length === 0 ? null : ids);
  const coverage = coverPeriod(phrases, windowOf(period, timeZone), now);
  if (coverage === null) return 'сбор не велся';
  const { percent, gaps } = coverage;
  const collected = `собрано ${percent}\u00a0%`;
  if (gaps.length === 0) return collected;
  const named = gaps.slice(0, namedGaps).map((gap) => describeGap(gap, zoneOffsets(timeZone)));
  const rest = gaps.length - named.length;
  return `${collected}, пробелы: ${named.join('; ')}${rest > 0 ? ` и ещё ${formatNumber(rest)}` : ''}`;
}

/** Within a day «24.11.2026, 03:00 – 05:30». */
function describeGap({ from, to }: { from: number; to: number }, zone: ZoneOffsets): string {
  const [first = '', last = ''] = [formatDateTime(from, zone) ?? '', formatDateTime(to, zone) ?? ''];
  const [day, time] = last.split(', ');
  return `${first} – ${first.startsWith(`${day},`) ? time : last}`;
}

/** The addresses of the posts of the filter within the bounds. */
function linksOfPosts({ console, until }: ReportRequest, query: PostsQuery, { from, to }: Days): ReportLinks {
  return linksOf(console, linkToPosts(console ?? '', { ...analyticsFilters(query), from, to, until }));
}

async function loadAnalyticsContent(
  { store, config }: ReportReads,
  request: ReportRequest,
  query: PostsQuery,
): Promise<AnalyticsContent> {
  const { viewer, period, now } = request;
  const { CONSOLE_TIME_ZONE: timeZone } = config;
  const days = { from: dayOf(period.from), to: dayOf(period.to) };
  const viewing = viewingOfQuery(viewer, timeZone, { ...analyticsFilters(query), ...days });
  const shown = viewing ?? viewingOf(viewer, noFilters);
  const loadWork = async (clientId: string) => {
    const [counts, times, lists] = await Promise.all([
      store.posts.countWork(viewer, shown),
      store.posts.measureWork(viewer, shown),
      store.work.lists(clientId),
    ]);
    return { counts, times, lists };
  };
  const [analytics, reach, work] = await Promise.all([
    store.posts.analytics(viewer, shown, days, now),
    store.posts.periodReach(viewer, shown, days),
    viewer.type === 'client' ? loadWork(viewer.clientId) : null,
  ]);
  const seen = { analytics: asShown(analyticsFields, analytics), reach: asShown(periodReachFields, reach) };
  return { ...seen, work, links: linksOfPosts(request, query, days), zone: zoneOffsets(timeZone), timeZone };
}

async function loadSummaryContent(
  reads: ReportReads,
  request: ReportRequest,
  query: PostsQuery,
): Promise<SummaryContent> {
  const { viewer, period, now } = request;
  const { CONSOLE_TIME_ZONE: timeZone } = reads.config;
  const chosen = { period: windowOf(period, timeZone), query, sourcesMax: newSourcesMax.first };
  const allPosts = linksOfPosts(request, { ...allPostsQuery, copies: 'show' }, period);
  return {
    summary: asShown(summaryFields, { ...(await summarise(reads, viewer, chosen, now)), filters: [] }),
    links: linksOfPosts(request, { ...query, copies: 'hide' }, period),
    ownerPosts: allPosts.posts,
    zone: zoneOffsets(timeZone),
  };
}

const isOf = <Name extends SectionName>(table: Record<Name, string>, name: SectionName): name is Name =>
  Object.hasOwn(table, name);

const nothing = paragraph('За этот период постов нет.');

/** What a period without posts shows all the same. */
const withoutPosts: readonly SectionName[] = ['work', 'collection'];

/** Without sections of «Сводка» or of «Аналитика», their content is null. `isEmpty`: the period has no posts. */
type Contents = { summary: SummaryContent | null; analytics: AnalyticsContent | null; isEmpty: boolean };

function blocksOf(name: SectionName, { summary, analytics, isEmpty }: Contents): readonly ReportBlock[] {
  if (isEmpty && !withoutPosts.includes(name)) return [nothing];
  if (isOf(summarySections, name)) return summary === null ? [] : summaryBuilders[name](summary);
  return analytics === null ? [] : analyticsBuilders[name](analytics);
}

function buildSection(name: SectionName, contents: Contents): ReportSection {
  const isOfHours = contents.analytics?.analytics.unit === 'hour' && (name === 'mentions' || name === 'views');
  const title = isOfHours ? reportSections[name].replace(unitTexts.day.per, unitTexts.hour.per) : reportSections[name];
  return { name, title, blocks: blocksOf(name, contents) };
}

/** In their fixed order, without those that the viewer does not have. */
const sectionsOf = ({ viewer, sections }: ReportRequest): SectionName[] =>
  (Object.keys(reportSections) as SectionName[]).filter(
    (name) => sections.includes(name) && (viewer.type === 'client' || !workSections.includes(name)),
  );

async function loadChapter(reads: ReportReads, request: ReportRequest, filter: ReportFilter): Promise<ReportChapter> {
  const { viewer, period } = request;
  const { CONSOLE_TIME_ZONE: timeZone } = reads.config;
  const { query } = filter;
  const sections = sectionsOf(request);
  const chosen = { period: windowOf(period, timeZone), query };
  const [described, coverage, summary, analytics] = await Promise.all([
    describeFilter(reads, viewer, query),
    describeCoverage(reads, request, query),
    sections.some((name) => isOf(summarySections, name)) ? loadSummaryContent(reads, request, query) : null,
    sections.some((name) => isOf(analyticsSections, name)) ? loadAnalyticsContent(reads, request, query) : null,
  ]);
  const { measured, posts } = summary?.summary.views ?? (await countMeasured(reads, viewer, chosen));
  const contents = { summary, analytics, isEmpty: posts === 0 };
  return {
    title: foreign(filter.name),
    facts: [
      ['Фильтр', described],
      ...(analytics === null ? [] : [['Повторы', query.copies === 'hide' ? 'без повторов' : 'с повторами'] as const]),
      ['Сбор', coverage],
      ['Постов без измерений', `${formatNumber(posts - measured)} из ${formatNumber(posts)}`],
    ],
    sections: sections.map((name) => buildSection(name, contents)),
  };
}

/** Throws when a count fails or exceeds its limit of time. Counts one filter after another. */
export async function loadReport(reads: ReportReads, request: ReportRequest): Promise<ReportDocument> {
  const { title, author, filters, period, now } = request;
  const { CONSOLE_TIME_ZONE: timeZone } = reads.config;
  const chapters: ReportChapter[] = [];
  for (const filter of filters) chapters.push(await loadChapter(reads, request, filter));
  const name = nameOfPeriod(period, timeZone);
  const facts: ReportFact[] = [
    ['Период', name],
    ['Часовой пояс', `${timeZone} (UTC${formatOffset(zoneOffset(now, timeZone))})`],
    ['Составлено', formatDateTime(now, zoneOffsets(timeZone)) ?? ''],
  ];
  return { title: foreign(title), subject: `${foreign(title)}: ${name}`, author: foreign(author), facts, chapters };
}
