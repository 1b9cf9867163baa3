/** The posts of the last 90 days of a phrase or a source, for its card. Needs the capability `analytics`. */
import { type Analytics, loadAnalytics } from '../../../shared/api/analytics.ts';
import { defaultPostSort, loadPostCount } from '../../../shared/api/posts.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { noPostFilters, type PostsQuery, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { lastDays } from '../../../shared/rules/days.ts';
import { localDay } from '../../platform/zone-offset.ts';
import type { PageInput } from '../../session/page-input.ts';

export const recentDays = 90;

/** `query` has the filters of all figures. `rows` counts copies; null without the capability `copies`. */
export type RecentPosts = { query: PostsQuery; analytics: Loaded<Analytics>; rows: Loaded<number> | null };

export async function loadRecentPosts(
  { backend, capabilities, now, timeZone }: PageInput,
  of: { word: number } | { owner: number },
): Promise<RecentPosts | null> {
  if (!capabilities.includes('analytics')) return null;
  const days = lastDays(recentDays, localDay(now, timeZone));
  const query: PostsQuery = { ...noPostFilters, sort: defaultPostSort, ...of, ...days };
  const filters = postFiltersOf(query, capabilities);
  const [analytics, rows] = await Promise.all([
    backend.load(loadAnalytics(filters)),
    capabilities.includes('copies') ? backend.load(loadPostCount({ ...filters, copies: null })) : null,
  ]);
  return { query, analytics, rows };
}
