/** The reply of a call. It starts with the one in the HTML. */
import useSWR from 'swr';
import type { Call } from '../../shared/api/call.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { type ApiFailure, callApi } from './api.ts';
import { useIslandContext } from './island-context.ts';

export type Reply<T> = { data: T | undefined; error: string | null; loading: boolean; reload: () => void };

export function useReply<T>(call: Call<T>, initial: Loaded<T>): Reply<T> {
  const context = useIslandContext();
  const { data, error, isValidating, mutate } = useSWR<T, ApiFailure>(call.path, () => callApi(call, context), {
    fallbackData: initial.data,
    revalidateOnMount: false,
  });
  const failure = error?.message ?? (data === undefined && !isValidating ? initial.error : undefined);
  return { data, error: failure ?? null, loading: isValidating, reload: () => void mutate() };
}
