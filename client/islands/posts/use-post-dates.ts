/** The first and the last day of the posts that pass the filters; begins with what the HTML brought. */
import { useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { loadPostDates, type PostDates } from '../../../shared/api/posts.ts';
import type { Loaded } from '../../../shared/islands.ts';
import { type PostsQuery, postFiltersOf } from '../../../shared/posts-query.ts';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';

export function usePostDates(query: PostsQuery, first: Loaded<PostDates>) {
  const context = useIslandContext();
  const { cache } = useSWRConfig();
  const call = loadPostDates(postFiltersOf(query));
  useState(() =>
    cache.set(call.path, first.data === undefined ? { error: new Error(first.error) } : { data: first.data }),
  );
  const { data, error, mutate } = useSWR<PostDates, ApiFailure>(call.path, () => callApi(call, context), {
    keepPreviousData: true,
    revalidateOnMount: false,
  });
  const dates: Loaded<PostDates> = error || data === undefined ? { error: error?.message ?? call.failure } : { data };
  return { dates, reload: () => void mutate().catch(() => undefined) };
}
