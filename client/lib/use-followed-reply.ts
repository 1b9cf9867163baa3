/** Loads the reply of a call that follows the filters. */
import { useEffect, useRef, useState } from 'react';
import type { Call } from '../../shared/api/call.ts';
import { isRefusal } from '../../shared/api/error-codes.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { useCall } from './use-reply.ts';

/** `stale`: the data belongs to an earlier call. */
type FollowedReply<T> = {
  data: T | undefined;
  error: string | null;
  loading: boolean;
  stale: boolean;
  reload: () => void;
};

/**
 * Like `useReply` (use-reply.ts), for a call that changes: the data of the last call stays while another loads, and after a
 * failure. Nothing is sent while `call` is null. `initial` is null if the page has no data. A change of `refreshes` loads again.
 */
export function useFollowedReply<T>(
  call: Call<T> | null,
  initial: Loaded<T> | null,
  refreshes: number,
): FollowedReply<T> {
  const path = call?.path;
  const [initialPath] = useState(path);
  const first = path === initialPath ? initial : null;
  const { data, error, isLoading, isValidating, mutate } = useCall(call, {
    fallbackData: first?.data,
    keepPreviousData: true,
    revalidateOnMount: first === null || (first.error !== undefined && !isRefusal(first)),
    // Cached data of an earlier call is shown at once and may be outdated.
    revalidateIfStale: true,
  });
  const shown = useRef({ path, refreshes });

  // biome-ignore lint/correctness/useExhaustiveDependencies: SWR loads the data of another call by itself
  useEffect(() => {
    const before = shown.current;
    shown.current = { path, refreshes };
    if (before.refreshes !== refreshes && before.path === path) void mutate();
  }, [path, refreshes]);

  const failure = error?.message ?? (data === undefined ? first?.error : undefined);
  return {
    data,
    error: failure ?? null,
    loading: isValidating,
    stale: data !== undefined && (isLoading || failure !== undefined),
    reload: () => void mutate(),
  };
}
