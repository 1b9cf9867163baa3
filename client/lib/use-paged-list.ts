/** Loads a list page by page, starting from the page in the HTML. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Call } from '../../shared/api/call.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import type { Page } from '../../shared/read.ts';
import { type ApiFailure, callApi } from './api.ts';
import {
  allPages,
  type ChangeableList,
  type ChooseRange,
  firstPage,
  hasMoreRows,
  type LoadedPages,
  loadLater,
  loadPending,
  mergePages,
  type RowId,
  startPages,
  upToPage,
} from './loaded-pages.ts';
import { useRestoredScroll } from './use-restored-scroll.ts';

/**
 * The queries of a list that are not shown: prefetched ones, for example while a sort link is pressed, and earlier ones, whose
 * rows are kept for a return. `key` is the path of the call whose rows the list shows. `onDrop` is called with the path of each
 * dropped query.
 */
function useCachedQueries<Row>(key: string, onDrop: (path: string) => void) {
  const { cache, mutate: store } = useSWRConfig();
  const [prepared] = useState(() => new Map<string, Promise<LoadedPages<Row>>>());
  /** The paths to drop once they are no longer shown. */
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
      // Cache the reply, so that the first render has the rows if the query is shown only after the reply.
      reply.then(
        (loaded) => {
          if (prepared.delete(path)) void store(path, loaded, { revalidate: false });
        },
        () => prepared.delete(path),
      );
    },
    /** Returns the prefetched reply of the call, or sends the call. */
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

/** Cached rows older than this are shown and reloaded in the background. */
const freshMs = 30_000;

type FreshPagesOptions = {
  /** The path of the shown query. */
  key: string;
  /** When its first page was loaded, in milliseconds since the epoch; undefined before that. */
  loadedAt: number | undefined;
  failed: boolean;
  load: (range: ChooseRange) => void;
  /** Repeats the failed request. */
  retry: () => void;
};

/** Reloads old rows of a query that is shown again. Returns the function `refresh` (see `PagedList`). */
function useFreshPages({ key, loadedAt, failed, load, retry }: FreshPagesOptions): () => void {
  const [refreshedAt, setRefreshedAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new query or `refresh` checks the age of the rows
  useEffect(() => {
    if (loadedAt === undefined) {
      if (refreshedAt > 0 && failed) retry();
    } else if (loadedAt <= refreshedAt) load(firstPage);
    // Loads all pages, so that the list keeps its length and scroll offset.
    else if (loadedAt < Date.now() - freshMs) load(allPages);
  }, [key, refreshedAt]);
  return () => setRefreshedAt(Date.now());
}

/**
 * `pageCall` takes an offset in rows. `firstPage` counts from 1 and comes from the URL. `keyOf` must be the same function in
 * every render.
 */
export type PagedListOptions<Row> = {
  pageSize: number;
  keyOf: (row: Row) => RowId;
  pageCall: (offset: number) => Call<Page<Row>>;
  firstPage: number;
  first: Loaded<Page<Row>>;
  /** Returns the number of rows in the list that the backend omits since the user changed them. */
  countLeft?: () => number;
};

type PreloadingList<Row> = {
  /** Prefetches the first page of another query before the list renders with it. */
  preload: (call: Call<Page<Row>>) => void;
};

export function usePagedList<Row>(options: PagedListOptions<Row>): ChangeableList<Row> & PreloadingList<Row> {
  const { pageSize, keyOf, pageCall, firstPage, first, countLeft } = options;
  const { cache, mutate: loadAll } = useSWRConfig();
  const offset = (firstPage - 1) * pageSize;
  const key = pageCall(offset).path;

  const [initial] = useState(() => ({
    key,
    failure: first.error === undefined ? undefined : { ...first, message: first.error },
    value: first.data && startPages(key, first.data, performance.timeOrigin),
  }));
  const queries = useCachedQueries<Row>(key, (path) => {
    if (path === initial.key) initial.value = undefined;
  });

  function loadQuery(path: string): Promise<LoadedPages<Row>> {
    const known: LoadedPages<Row> | undefined = cache.get(path)?.data;
    if (!known) return queries.take(pageCall(offset));
    const loadFrom = (start: number) => callApi(pageCall(start));
    const total = known.pages.at(-1)?.total ?? -1;
    return loadPending(known, (index) => {
      const start = offset + index * pageSize;
      return known.pending.start > 0 ? loadLater(start, total, countLeft?.() ?? 0, loadFrom) : loadFrom(start);
    });
  }

  const { data, error, isValidating, mutate } = useSWR<LoadedPages<Row>, ApiFailure>(key, loadQuery, {
    fallbackData: key === initial.key ? initial.value : undefined,
    keepPreviousData: true,
    revalidateOnMount: false,
  });
  // SWR does not cache `fallbackData`, so a return to the first query would not find it.
  useEffect(() => {
    if (initial.value) void mutate(initial.value, { revalidate: false });
  }, [mutate, initial]);

  const stale = data !== undefined && data.key !== key;
  const failed = error ?? (data || isValidating ? undefined : initial.failure);
  // Rows of the previous query would hide the error.
  const pages = stale && failed !== undefined ? undefined : data?.pages;
  const rows = useMemo(() => mergePages(pages?.map((page) => page.rows) ?? [], keyOf), [pages, keyOf]);
  const last = pages?.at(-1);
  const count = pages?.length ?? 0;
  const hasMore =
    !stale &&
    failed === undefined &&
    last !== undefined &&
    hasMoreRows(last.rows.length, pageSize, offset + count * pageSize, last.total);

  const change = useCallback(
    (part: (loaded: LoadedPages<Row>) => Partial<LoadedPages<Row>>, revalidate = true) =>
      void mutate((loaded) => loaded && { ...loaded, ...part(loaded) }, { revalidate }),
    [mutate],
  );
  const load = useCallback((range: ChooseRange) => change((loaded) => ({ pending: range(loaded) })), [change]);
  const loadUpTo = useCallback((end: number) => load(upToPage(end)), [load]);
  // Other calls that failed, for example of the filters, are retried with the list.
  const retry = useCallback(() => {
    void mutate();
    void loadAll((other) => other !== key && cache.get(String(other))?.error !== undefined);
  }, [mutate, loadAll, cache, key]);
  useRestoredScroll(stale ? 0 : count, loadUpTo);
  const refresh = useFreshPages({
    key,
    loadedAt: stale ? undefined : data?.loadedAt,
    failed: failed !== undefined && !isValidating,
    load,
    retry,
  });

  return {
    rows,
    total: last?.total ?? 0,
    loadedAt: data?.loadedAt,
    firstTotal: pages?.[0]?.total ?? -1,
    offset,
    hasMore,
    loading: isValidating,
    // After a failure nothing is loading, and no rows are shown.
    stale: stale && pages !== undefined,
    error: failed?.message ?? null,
    failure: failed ?? null,
    loadMore() {
      if (hasMore && !isValidating) loadUpTo(count + 1);
    },
    retry,
    refresh,
    preload: queries.prepare,
    outdate: queries.outdate,
    updateRow(row) {
      const replace = (known: Row) => (keyOf(known) === keyOf(row) ? row : known);
      // A running request may return the old row, so it is repeated.
      change(
        (loaded) => ({ pages: loaded.pages.map((page) => ({ ...page, rows: page.rows.map(replace) })) }),
        isValidating,
      );
    },
    reload() {
      queries.dropOthers();
      load(allPages);
    },
  };
}
