/** Loads a list page by page, starting from the page in the HTML. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Call } from '../../shared/api/call.ts';
import type { Loaded } from '../../shared/islands.ts';
import { type ApiFailure, callApi } from './api.ts';
import { useIslandContext } from './island-context.tsx';
import { type LoadedPages, loadFirstPage, loadPages, reloaded } from './loaded-pages.ts';
import type { ChangeableList } from './paged-list.ts';
import { continueRows, hasMoreRows, mergePages, type RowKey } from './paged-rows.ts';
import { useRestoredScroll } from './use-restored-scroll.ts';

/** Reads and replaces the rows of a page. Must be the same object in every render. */
export type PagedSource<Page extends { total: number }, Row> = {
  pageSize: number;
  rowsOf: (page: Page) => readonly Row[];
  withRows: (page: Page, rows: Row[]) => Page;
  keyOf: (row: Row) => RowKey;
};

/**
 * `pageCall` takes an offset in rows. `firstPage` counts from 1 and comes from the URL. `first` may have only the first of the
 * `rowsInHtml`.
 */
export type PagedListOptions<Page extends { total: number }> = {
  pageCall: (offset: number) => Call<Page>;
  firstPage: number;
  first: Loaded<Page>;
  rowsInHtml?: number | undefined;
};

type PreloadingList<Page> = {
  /** Sends the first request of another query before the list renders with it. */
  preload: (call: Call<Page>) => void;
};

/** Cached rows older than this are shown at once and loaded again in the background. */
const freshMs = 30_000;

/** After a row is removed, its page and the next one load again. Later pages load by scrolling. */
const reloadedPages = 2;

export function usePagedList<Page extends { total: number }, Row>(
  source: PagedSource<Page, Row>,
  { pageCall, firstPage, first, rowsInHtml = 0 }: PagedListOptions<Page>,
): ChangeableList<Row> & PreloadingList<Page> {
  const context = useIslandContext();
  const { cache, mutate: store } = useSWRConfig();
  const { pageSize, rowsOf, withRows, keyOf } = source;
  const offset = (firstPage - 1) * pageSize;
  const key = pageCall(offset).path;

  const [initial] = useState(() => ({
    key,
    error: first.error,
    value: first.data && {
      key,
      pages: [first.data],
      missing: Math.max(0, rowsInHtml - rowsOf(first.data).length),
      loadedAt: performance.timeOrigin,
      pending: { start: 1, end: 1 },
    },
  }));

  /** Requests of queries that are not shown yet. */
  const [prepared] = useState(() => new Map<string, Promise<LoadedPages<Page>>>());

  function loadPending(path: string): Promise<LoadedPages<Page>> {
    const known: LoadedPages<Page> | undefined = cache.get(path)?.data;
    if (known) return loadPages(known, (index) => callApi(pageCall(offset + index * pageSize), context));
    const request = prepared.get(path) ?? loadFirstPage(pageCall(offset), context);
    prepared.delete(path);
    return request;
  }

  const { data, error, isValidating, mutate } = useSWR<LoadedPages<Page>, ApiFailure>(key, loadPending, {
    fallbackData: key === initial.key ? initial.value : undefined,
    keepPreviousData: true,
    revalidateOnMount: false,
  });
  // SWR does not cache `fallbackData`, so a return to the first query would not find it.
  useEffect(() => {
    if (initial.value) void mutate(initial.value, { revalidate: false });
  }, [mutate, initial]);

  const stale = data !== undefined && data.key !== key;
  const failure = error?.message ?? (data || isValidating ? undefined : initial.error);
  // Rows of the previous query would hide the error.
  const pages = stale && failure !== undefined ? undefined : data?.pages;
  const rows = useMemo(() => mergePages(pages ?? [], rowsOf, keyOf), [pages, rowsOf, keyOf]);
  const last = pages?.at(-1);
  const missing = pages && data ? data.missing : 0;
  const hasMore =
    !stale &&
    failure === undefined &&
    last !== undefined &&
    hasMoreRows(rowsOf(last).length + missing, pageSize, offset + (pages?.length ?? 0) * pageSize, last.total);

  const change = useCallback(
    (part: (loaded: LoadedPages<Page>) => Partial<LoadedPages<Page>>, revalidate = true) =>
      void mutate((loaded) => loaded && { ...loaded, ...part(loaded) }, { revalidate }),
    [mutate],
  );
  const loadUpTo = useCallback(
    (count: number) =>
      change(({ pages: { length }, missing: gap }) => ({ pending: { start: gap > 0 ? 0 : length, end: count } })),
    [change],
  );
  const retry = useCallback(() => void mutate(), [mutate]);
  useRestoredScroll(stale ? 0 : (pages?.length ?? 0), loadUpTo, key);

  async function loadLater() {
    // Only `retry` sends a request after a failure.
    if (cache.get(key)?.error) throw cache.get(key)?.error;
    const page = await callApi(pageCall(offset), context).catch((reason: ApiFailure) => {
      // Fails again, which reports the failure.
      loadUpTo(1);
      throw reason;
    });
    const complete = (known: Page) => withRows(known, continueRows(rowsOf(known), rowsOf(page), keyOf));
    await store<LoadedPages<Page>>(
      key,
      (loaded) =>
        loaded && (loaded.missing > 0 ? { ...loaded, missing: 0, pages: loaded.pages.map(complete) } : loaded),
      // A running request is dropped by a change, so it is sent again.
      { revalidate: cache.get(key)?.isValidating ?? false },
    );
  }

  /** Queries to drop when they are not shown any more. */
  const [outdated] = useState(() => new Set<string>());
  const shown = useRef(key);
  function drop(path: string) {
    prepared.delete(path);
    cache.delete(path);
    if (path === initial.key) initial.value = undefined;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drop` is a new but equivalent function in every render
  useEffect(() => {
    shown.current = key;
    return () => {
      if (outdated.delete(key)) drop(key);
    };
  }, [key]);

  const [refreshedAt, setRefreshedAt] = useState(0);
  const left = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new query or `refresh` checks the age of the rows
  useEffect(() => {
    left.current ||= key !== initial.key;
    if (!data || stale) {
      if (refreshedAt > 0 && failure !== undefined && !isValidating) retry();
      return;
    }
    const refreshed = data.loadedAt <= refreshedAt;
    if (refreshed) change(() => ({ pending: { start: 0, end: 1 } }));
    // All pages load again, so the list keeps its length and scroll offset.
    // After another query the HTML with the missing rows is gone.
    else if (data.loadedAt < Date.now() - freshMs || (left.current && data.missing > 0))
      change(({ pending }) => ({ pending: { start: 0, end: pending.end } }));
  }, [key, refreshedAt]);

  return {
    rows,
    later: missing > 0 ? { count: missing, load: loadLater } : undefined,
    total: last?.total ?? 0,
    loadedAt: data?.loadedAt,
    firstTotal: pages?.[0]?.total ?? -1,
    offset,
    hasMore,
    loading: isValidating,
    stale,
    error: failure ?? null,
    loadMore() {
      if (hasMore && missing === 0 && !isValidating) loadUpTo((pages?.length ?? 0) + 1);
    },
    retry,
    refresh: () => setRefreshedAt(Date.now()),
    preload(call) {
      const { path } = call;
      if (path === key || prepared.has(path) || cache.get(path)) return;
      const request = loadFirstPage(call, context);
      prepared.set(path, request);
      // When the query is shown only after the reply, its rows are in the first render.
      request.then(
        (loaded) => {
          if (prepared.delete(path)) void store(path, loaded, { revalidate: false });
        },
        () => prepared.delete(path),
      );
    },
    updateRow(row) {
      const replace = (known: Row) => (keyOf(known) === keyOf(row) ? row : known);
      // A running request may return the old row, so it is sent again.
      change(
        (loaded) => ({ pages: loaded.pages.map((page) => withRows(page, rowsOf(page).map(replace))) }),
        isValidating,
      );
    },
    reload() {
      const [path = ''] = key.split('?');
      prepared.clear();
      for (const other of [...cache.keys()]) if (other !== key && other.startsWith(path)) drop(other);
      void store(key, reloaded);
    },
    outdate(isAffected, since) {
      for (const path of [...prepared.keys(), ...cache.keys()].filter(isAffected)) {
        if (path !== shown.current) drop(path);
        // A request that began before the change was saved may have missed it.
        else if ((cache.get(path)?.data?.loadedAt ?? since) >= since) void store(path, reloaded);
        else outdated.add(path);
      }
    },
    reloadFrom(row) {
      change(({ pages: known }) => {
        const holds = (page: Page) => rowsOf(page).some((other) => keyOf(other) === keyOf(row));
        const start = Math.max(0, known.findIndex(holds));
        return { pending: { start, end: Math.min(known.length, start + reloadedPages) } };
      });
    },
  };
}
