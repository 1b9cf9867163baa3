/** Loads the content above the table of the feed: posts since the last visit, and the histogram. */
import { type Histogram, loadHistogram } from '../../shared/api/analytics.ts';
import { loadVisit } from '../../shared/api/posts.ts';
import { openView } from '../../shared/api/views.ts';
import type { FeedOverview, Loaded } from '../../shared/pages/islands.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { hasReversedDays, postFiltersOf } from '../../shared/pages/posts-query.ts';
import type { PageInput } from '../session/page-input.ts';

/** Records that the view of the page is opened. An administrator who acts as a client does not do so in the client's name. */
async function open({ backend, viewer }: PageInput, view: number | null): Promise<void> {
  if (view !== null && !viewer.impersonation) await backend.load(openView(view));
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
  const { backend, backendKind } = input;
  if (backendKind !== 'own') return null;
  const [visit, histogram] = await Promise.all([
    backend.load(loadVisit()),
    loadHistogramPart(input, query),
    open(input, query.view),
  ]);
  return { visit, histogram };
}
