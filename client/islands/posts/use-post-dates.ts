/** Loads the first and last date of the posts that match the filters, starting from the dates in the HTML. */
import { useEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { loadPostDates, type PostDates } from '../../../shared/api/posts.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { type PostsQuery, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';

export type PostDatesOptions = {
  query: PostsQuery;
  firstDates: Loaded<PostDates>;
  /** A new number loads the dates again. */
  refreshes: number;
};

export function usePostDates({ query, firstDates, refreshes }: PostDatesOptions): Loaded<PostDates> {
  const context = useIslandContext();
  const call = loadPostDates(postFiltersOf(query, context.capabilities));
  const [initialPath] = useState(call.path);
  const { data, error, mutate } = useSWR<PostDates, ApiFailure>(call.path, () => callApi(call, context), {
    fallbackData: call.path === initialPath ? firstDates.data : undefined,
    keepPreviousData: true,
    revalidateOnMount: false,
    // Cached dates of an earlier query are shown at once and may be outdated.
    revalidateIfStale: true,
  });
  const shown = useRef({ path: call.path, refreshes });

  // biome-ignore lint/correctness/useExhaustiveDependencies: SWR loads the dates of another path by itself
  useEffect(() => {
    const { path, refreshes: before } = shown.current;
    shown.current = { path: call.path, refreshes };
    if (before !== refreshes && path === call.path) void mutate();
  }, [call.path, refreshes]);

  return error || data === undefined ? { error: error?.message ?? call.failure } : { data };
}
