/** Loads the parts of the overview that the backend supports, in parallel. */
import type { ReactElement } from 'react';
import { type Histogram, loadHistogram } from '../../../shared/api/analytics.ts';
import { loadVisit } from '../../../shared/api/posts.ts';
import { loadViews, openView, type SavedView } from '../../../shared/api/views.ts';
import type { Capability } from '../../../shared/capabilities.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { hasReversedDays, hidesCopies, type PostsQuery, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import type { PageInput } from '../../session/page-input.ts';
import { analyticsHref } from '../analytics/analytics-filters.ts';
import { FeedOverview, LocalViewsLine, type OverviewParts } from './feed-overview.tsx';

/**
 * The opened view has no new posts: its count may have been read before it was opened. An administrator who acts as a client
 * does not open it in the client's name.
 */
async function loadSavedViews({ backend, viewer }: PageInput, opened: number | null): Promise<Loaded<SavedView[]>> {
  const [views] = await Promise.all([
    backend.load(loadViews()),
    opened === null || viewer.impersonation ? null : backend.load(openView(opened)),
  ]);
  if (views.error !== undefined) return views;
  return { data: views.data.map((view) => (view.id === opened ? { ...view, fresh: 0 } : view)) };
}

const noBars: Loaded<Histogram> = { data: { unit: 'day', bars: [] } };

async function loadHistogramPart(
  { backend, capabilities, preferences }: PageInput,
  query: PostsQuery,
): Promise<OverviewParts['histogram']> {
  if (preferences.histogramHidden) return 'hidden';
  if (hasReversedDays(query)) return noBars;
  const histogram = await backend.load(loadHistogram(postFiltersOf(query, capabilities)));
  // The error of a search that cannot be read is at its field.
  return histogram.error?.startsWith(messages.queryErrorStart) ? noBars : histogram;
}

/** Returns null when the backend supports no part. */
export async function loadOverview(input: PageInput, query: PostsQuery): Promise<ReactElement | null> {
  const { backend, capabilities, basePath, timeZone } = input;
  const has = (name: Capability) => capabilities.includes(name);
  const analytics = has('analytics') ? analyticsHref(basePath, query) : undefined;
  if (!has('marks') && !has('views') && !has('histogram') && !analytics) return null;
  const [visit, views, histogram] = await Promise.all([
    has('marks') ? backend.load(loadVisit()) : undefined,
    has('views') ? loadSavedViews(input, query.view) : undefined,
    has('histogram') ? loadHistogramPart(input, query) : undefined,
  ]);
  const copies = has('copies') ? !hidesCopies(query, capabilities) : null;
  return <FeedOverview {...{ visit, views, histogram, analytics, query, copies, timeZone }} />;
}

/** Returns the overview, below the line of local views if the backend does not support views. */
export async function loadOverviewSlot(input: PageInput, query: PostsQuery): Promise<ReactElement | null> {
  const overview = await loadOverview(input, query);
  if (input.capabilities.includes('views')) return overview;
  return (
    <>
      <LocalViewsLine />
      {overview}
    </>
  );
}
