/** Loads the content above the table of the feed: posts since the last visit, saved views, and the histogram. */
import { readyCounts } from '../../client/feed-overview/ready-views.tsx';
import { type Histogram, loadHistogram } from '../../shared/api/analytics.ts';
import { loadVisit } from '../../shared/api/posts.ts';
import { loadViews, openView, type SavedView } from '../../shared/api/views.ts';
import type { FeedOverview, Loaded } from '../../shared/pages/islands.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { hasReversedDays, postFiltersOf } from '../../shared/pages/posts-query.ts';
import type { PageInput } from '../session/page-input.ts';

/** An administrator who acts as a client does not open the view in the client's name. */
async function loadSavedViews({ backend, viewer }: PageInput, opened: number | null): Promise<Loaded<SavedView[]>> {
  const [views] = await Promise.all([
    backend.load(loadViews()),
    opened === null || viewer.impersonation ? null : backend.load(openView(opened)),
  ]);
  return views;
}

async function loadHistogramPart(input: PageInput, query: PostsQuery) {
  const { backend, preferences, now } = input;
  if (preferences.histogramHidden) return 'hidden';
  const noBars: Loaded<Histogram> = { data: { unit: 'day', bars: [] } };
  if (hasReversedDays(query)) return noBars;
  return backend.load(loadHistogram(postFiltersOf(query, input), () => now));
}

/** Null with an existing backend. */
export async function loadOverview(input: PageInput, query: PostsQuery): Promise<FeedOverview | null> {
  const { backend, backendKind, hasWork } = input;
  if (backendKind !== 'own') return null;
  const [visit, ready, views, histogram] = await Promise.all([
    backend.load(loadVisit()),
    hasWork ? Promise.all(readyCounts.map((call) => call && backend.load(call))) : null,
    loadSavedViews(input, query.view),
    loadHistogramPart(input, query),
  ]);
  return { visit, ready, views, histogram };
}
