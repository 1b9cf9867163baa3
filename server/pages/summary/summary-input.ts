/** Reads the period, the filter and the client from the address of «Сводка», and loads the page. */
import { loadClients } from '../../../shared/api/clients.ts';
import { loadSummary, type Summary, type SummaryQuery } from '../../../shared/api/summary.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { parseDay, type QuerySource } from '../../../shared/list-query.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { type PostsQuery, parsePositiveId } from '../../../shared/pages/post-filters.ts';
import { analyticsFilters, noPostFilters, parsePostSort, parsePostsQuery } from '../../../shared/pages/posts-query.ts';
import { type Days, formatZonedTime, lastDays, lengthOf } from '../../../shared/rules/days.ts';
import { periodName } from '../../../shared/rules/figure-texts.ts';
import { summaryMaxDays } from '../../../shared/rules/limits.ts';
import { zoneOffsets } from '../../platform/zone-offset.ts';
import { type PageInput, textOf } from '../../session/page-input.ts';

const quickDays = { day: 1, week: 7 } as const;
export type QuickPeriod = keyof typeof quickDays;

/**
 * `from` and `to`: bounds of the feed, both included. `quick`: a period up to now; null for chosen days. `typed`: the days of the
 * form. `error`: whether a day or the order of days is wrong.
 */
export type SummaryPeriod = Days & {
  name: string;
  quick: QuickPeriod | null;
  typed: Days;
  error: 'day' | 'order' | null;
  shortened: boolean;
};

/** Ends with the last full minute, so that the links open the same posts later. */
function recentPeriod(quick: QuickPeriod, now: number, timeZone: string) {
  const zone = zoneOffsets(timeZone);
  const to = Math.floor(now / minuteMs) * minuteMs;
  const from = to - quickDays[quick] * dayMs;
  return {
    from: formatZonedTime(from, zone),
    to: formatZonedTime(to - 1, zone),
    name: `с ${formatDateTime(from, zone)} по ${formatDateTime(to, zone)}`,
    quick,
  };
}

function parseSummaryPeriod(
  { from, to, period }: QuerySource,
  { now, timeZone }: { now: number; timeZone: string },
): SummaryPeriod {
  const typed = { from: textOf(from), to: textOf(to) };
  const [first, last] = [parseDay(from), parseDay(to)];
  const recent = { ...recentPeriod(period === 'week' ? 'week' : 'day', now, timeZone), typed, shortened: false };
  if (typed.from === '' && typed.to === '') return { ...recent, error: null };
  if ((first === null && typed.from !== '') || (last === null && typed.to !== '')) return { ...recent, error: 'day' };
  const days = { from: first ?? last ?? '', to: last ?? first ?? '' };
  if (days.from > days.to) return { ...recent, error: 'order' };
  const isLong = lengthOf(days) > summaryMaxDays;
  const shown = isLong ? lastDays(summaryMaxDays, days.to) : days;
  return { ...shown, name: periodName(shown), quick: null, typed, error: null, shortened: isLong };
}

/** The filters of the feed that the links have: those of the saved filter, and the period. */
function queryOf({ preferences }: PageInput, { from, to }: SummaryPeriod, saved: string | undefined): PostsQuery {
  const sort = parsePostSort(preferences.postsSort);
  const query = parsePostsQuery(Object.fromEntries(new URLSearchParams(saved ?? '')), sort);
  return { ...noPostFilters, ...analyticsFilters(query), sort, from, to, copies: 'hide' };
}

/** What the address asks for. `viewId` and `clientId` are null without a choice. */
export function chooseSummary(input: PageInput) {
  const { viewer, query } = input;
  const period = parseSummaryPeriod(query, input);
  const isAdmin = viewer.user.type === 'admin';
  const clientId = isAdmin && typeof query.client === 'string' && query.client !== '' ? query.client : null;
  const asked: SummaryQuery = {
    ...{ postDtFrom: period.from, postDtTo: period.to, clientId },
    ...{ viewId: isAdmin && clientId === null ? null : parsePositiveId(query.view) },
    allSources: query.sources === 'all' ? 'true' : null,
  };
  return { period, asked };
}

/** `clients` is null for clients. */
export async function loadSummaryContent(input: PageInput) {
  const { backend, viewer } = input;
  const { period, asked } = chooseSummary(input);
  const { viewId, clientId } = asked;
  const isAdmin = viewer.user.type === 'admin';
  const nothing: Loaded<Summary> | null = null;
  const [summary, clients] = await Promise.all([
    period.error === null ? backend.load(loadSummary(asked)) : nothing,
    isAdmin ? backend.load(loadClients()) : null,
  ]);
  const filters = summary?.data?.filters ?? [];
  const posts = queryOf(input, period, filters.find(({ id }) => id === viewId)?.query);
  return { input, period, summary, clients, viewId, clientId, filters, posts, allSources: asked.allSources !== null };
}

export type SummaryContent = Awaited<ReturnType<typeof loadSummaryContent>>;
