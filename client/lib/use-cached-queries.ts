/**
 * The queries of a list that are not shown: those that are requested before, such as while a sort link is pressed, and those
 * whose rows are kept for a return.
 */
import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Call } from '../../shared/api/call.ts';
import type { Page } from '../../shared/read.ts';
import { callApi } from './api.ts';
import { allPages, type LoadedPages, startPages } from './loaded-pages.ts';

/** `key` is the path of the call whose rows the list shows. `onDrop` is called with the path of each dropped query. */
export function useCachedQueries<Row>(key: string, onDrop: (path: string) => void) {
  const { cache, mutate: store } = useSWRConfig();
  const [prepared] = useState(() => new Map<string, Promise<LoadedPages<Row>>>());
  /** To drop when they are not shown any more. */
  const [outdated] = useState(() => new Set<string>());
  const shown = useRef(key);

  const request = async (call: Call<Page<Row>>) => startPages(call.path, await callApi(call), Date.now());

  function drop(path: string) {
    prepared.delete(path);
    cache.delete(path);
    onDrop(path);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drop` is a new but equivalent function in every render
  useEffect(() => {
    shown.current = key;
    return () => {
      if (outdated.delete(key)) drop(key);
    };
  }, [key]);

  return {
    prepare(call: Call<Page<Row>>): void {
      const { path } = call;
      if (path === key || prepared.has(path) || cache.get(path)) return;
      const reply = request(call);
      prepared.set(path, reply);
      // When the query is shown only after the reply, its rows are in the first render.
      reply.then(
        (loaded) => {
          if (prepared.delete(path)) void store(path, loaded, { revalidate: false });
        },
        () => prepared.delete(path),
      );
    },
    /** Returns the prepared reply of the call, or sends it. */
    take(call: Call<Page<Row>>): Promise<LoadedPages<Row>> {
      const reply = prepared.get(call.path) ?? request(call);
      prepared.delete(call.path);
      return reply;
    },
    dropOthers(): void {
      const [path = ''] = key.split('?');
      prepared.clear();
      for (const other of [...cache.keys()]) if (other !== key && other.startsWith(path)) drop(other);
    },
    /** See `ChangeableList`. */
    outdate(isAffected: (path: string) => boolean, since: number): void {
      for (const path of [...prepared.keys(), ...cache.keys()].filter(isAffected)) {
        if (path !== shown.current) drop(path);
        // A request that began before the change was saved may have missed it.
        else if ((cache.get(path)?.data?.loadedAt ?? since) >= since)
          void store<LoadedPages<Row>>(path, (loaded) => loaded && { ...loaded, pending: allPages(loaded) });
        else outdated.add(path);
      }
    },
  };
}
