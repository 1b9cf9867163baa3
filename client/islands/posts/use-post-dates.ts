/** Loads the first and last date of the posts that match the filters, starting from the dates in the HTML. */
import { useState } from 'react';
import useSWR from 'swr';
import { loadPostDates, type PostDates } from '../../../shared/api/posts.ts';
import type { Loaded } from '../../../shared/islands.ts';
import { type PostsQuery, postFiltersOf } from '../../../shared/posts-query.ts';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';

export function usePostDates(query: PostsQuery, first: Loaded<PostDates>) {
  const context = useIslandContext();
  const call = loadPostDates(postFiltersOf(query, context.capabilities));
  const [initialPath] = useState(call.path);
  const { data, error, mutate } = useSWR<PostDates, ApiFailure>(call.path, () => callApi(call, context), {
    fallbackData: call.path === initialPath ? first.data : undefined,
    keepPreviousData: true,
    revalidateOnMount: false,
    // Cached dates of an earlier query are shown at once and may be outdated.
    revalidateIfStale: true,
  });
  const dates: Loaded<PostDates> = error || data === undefined ? { error: error?.message ?? call.failure } : { data };
  return { dates, reload: () => void mutate() };
}
