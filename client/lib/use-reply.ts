/** Loads the reply of a call through SWR. */
import useSWR, { type SWRConfiguration } from 'swr';
import type { Call } from '../../shared/api/call.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { type ApiFailure, callApi } from './api.ts';

/** Sends nothing while `call` is null. */
export function useCall<T>(call: Call<T> | null, options: SWRConfiguration<T, ApiFailure> = {}) {
  return useSWR<T, ApiFailure>(call?.path, call && (() => callApi(call)), options);
}

/** `reload` resolves when the new reply, or its failure, is there. */
export type Reply<T> = { data: T | undefined; error: string | null; loading: boolean; reload: () => Promise<void> };

/** Like `useCall`, but starts with the data in the HTML. */
export function useReply<T>(call: Call<T>, initial: Loaded<T>): Reply<T> {
  const { data, error, isValidating, mutate } = useCall(call, { fallbackData: initial.data, revalidateOnMount: false });
  const failure = error?.message ?? (data === undefined && !isValidating ? initial.error : undefined);
  const reload = async () => void (await mutate());
  return { data, error: failure ?? null, loading: isValidating, reload };
}

/** Returns the list for a table whose rows are all in one reply. */
export const wholeList = <Row>(rows: readonly Row[], { loading, error, reload }: Reply<unknown>) => ({
  rows,
  total: rows.length,
  offset: 0,
  hasMore: false,
  stale: false,
  loading,
  error,
  loadMore: reload,
  retry: reload,
  refresh: reload,
});
