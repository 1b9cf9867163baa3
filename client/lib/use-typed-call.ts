/** Loads the reply to a text while it is being typed. */
import { useEffect, useState } from 'react';
import type { Call } from '../../shared/api/call.ts';
import { callApi, messageOf } from './api.ts';
import { readScriptContext } from './page.ts';

/**
 * `data` is the last reply, also after a failure and during the next call; null before the first one. `isCurrent`: it is the
 * reply to the present call. `error` is the failure of the present call.
 */
export type TypedReply<T> = { data: T | null; isCurrent: boolean; error: string | null; busy: boolean };

type Ended<T> = { data: T | null; dataPath: string; path: string; error: string | null };

/** A new call aborts the one before. Sends nothing while `call` is null. */
export function useTypedCall<T>(call: Call<T> | null): TypedReply<T> {
  const [ended, setEnded] = useState<Ended<T>>({ data: null, dataPath: '', path: '', error: null });
  const path = call?.path ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path says what the call asks for
  useEffect(() => {
    if (call === null) return;
    const abortion = new AbortController();
    const timer = setTimeout(() => abortion.abort(), readScriptContext().apiTimeoutMs);
    let isOld = false;
    const end = (change: (last: Ended<T>) => Ended<T>) => {
      clearTimeout(timer);
      if (!isOld) setEnded(change);
    };
    callApi(call, { signal: abortion.signal }).then(
      (data) => end(() => ({ data, dataPath: path, path, error: null })),
      (error: unknown) => end((last) => ({ ...last, path, error: messageOf(error) })),
    );
    return () => {
      isOld = true;
      clearTimeout(timer);
      abortion.abort();
    };
  }, [path]);
  const busy = path !== ended.path && path !== '';
  return {
    data: ended.data,
    isCurrent: path !== '' && ended.dataPath === path,
    error: path === ended.path ? ended.error : null,
    busy,
  };
}
