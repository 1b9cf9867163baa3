/** A list that loads page by page: starts from the page in the HTML, keeps what it has when a page fails, and reloads from a row on. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Cache, useSWRConfig } from 'swr';
import useSWRInfinite, { unstable_serialize } from 'swr/infinite';
import type { Call } from '../../shared/api/call.ts';
import type { Loaded } from '../../shared/islands.ts';
import { type ApiFailure, callApi } from './api.ts';
import { useIslandContext } from './island-context.tsx';
import { hasMoreRows, mergePages, type RowKey } from './paged-rows.ts';
import { useRestoredScroll } from './use-restored-scroll.ts';

/** How a kind of list is read; it stands outside the component. */
export type PagedSource<Page extends { total: number }, Row> = {
  pageSize: number;
  rowsOf: (page: Page) => readonly Row[];
  keyOf: (row: Row) => RowKey;
};

/** `pageCall` takes an offset in rows. `firstPage` counts from 1: a URL may begin the list further on. */
export type PagedListOptions<Page extends { total: number }> = {
  pageCall: (offset: number) => Call<Page>;
  firstPage: number;
  first: Loaded<Page>;
};

export type PagedList<Row> = {
  /** Another one when the rows are those of another query. */
  key: string;
  rows: readonly Row[];
  /** Of the whole list as the backend says: 0 also before anything is known, -1 unknown. */
  total: number;
  /** Rows before the first one, when the URL began the list further on. */
  offset: number;
  hasMore: boolean;
  /** A page or a reload is under way. */
  loading: boolean;
  /** The rows are still those of another query. */
  stale: boolean;
  error: string | null;
  loadMore: () => void;
  /** Asks again for what failed. */
  retry: () => void;
  /** Loads anew from the page that holds the row on, or the whole list; rows further down come again by scrolling. */
  reload: (from?: Row) => Promise<void>;
};

/** Fills the cache with what the HTML brought, so that nothing of it is asked for again. */
function useSeededCache<Page>(pageKey: string, infiniteKey: string, first: Loaded<Page>) {
  const { cache } = useSWRConfig();
  useState(() => {
    if (first.data === undefined) return cache.set(infiniteKey, { error: new Error(first.error) });
    cache.set(pageKey, { data: first.data });
    return cache.set(infiniteKey, { data: [first.data] });
  });
  return cache;
}

/**
 * Asks for the first page of another query as soon as it is known. SWR asks when the page has been drawn, which takes a
 * slow machine as long as the network. The reply is taken once.
 */
function useEarlyReply<Page>(path: string, load: (path: string) => Promise<Page>, cache: Cache) {
  const early = useRef<{ path: string; reply: Promise<Page> } | null>(null);
  const [lastPath, setLastPath] = useState(path);
  if (lastPath !== path) {
    setLastPath(path);
    if (cache.get(path)?.data === undefined) {
      const reply = load(path);
      // Who takes the reply hears of its failure.
      reply.catch(() => undefined);
      early.current = { path, reply };
    }
  }
  // SWR has asked by now, or needs nothing: a reply that was left must not pass for a new one later.
  useEffect(() => {
    early.current = null;
  });
  return (wanted: string): Promise<Page> | null => {
    if (early.current?.path !== wanted) return null;
    const { reply } = early.current;
    early.current = null;
    return reply;
  };
}

export function usePagedList<Page extends { total: number }, Row>(
  source: PagedSource<Page, Row>,
  { pageCall, firstPage, first }: PagedListOptions<Page>,
): PagedList<Row> {
  const context = useIslandContext();
  const { pageSize, rowsOf, keyOf } = source;
  const offset = (firstPage - 1) * pageSize;
  const getKey = (index: number) => pageCall(offset + index * pageSize).path;
  const firstKey = getKey(0);
  const infiniteKey = unstable_serialize(getKey);
  const cache = useSeededCache(firstKey, infiniteKey, first);
  const loadPage = (path: string) => callApi({ ...pageCall(offset), path }, context);
  const takeEarlyReply = useEarlyReply(firstKey, loadPage, cache);

  const list = useSWRInfinite<Page, ApiFailure>(getKey, (path: string) => takeEarlyReply(path) ?? loadPage(path), {
    parallel: true,
    revalidateFirstPage: false,
    revalidateOnMount: false,
    keepPreviousData: true,
  });
  const { error, isLoading, isValidating, size, setSize } = list;
  const stale = cache.get(infiniteKey)?.data === undefined;
  const [rowsKey, setRowsKey] = useState(infiniteKey);
  if (!stale && rowsKey !== infiniteKey) setRowsKey(infiniteKey);
  // Rows of another query would push the error out of sight.
  const pages = stale && error ? undefined : list.data;
  const rows = useMemo(() => mergePages(pages ?? [], rowsOf, keyOf), [pages, rowsOf, keyOf]);

  const last = pages?.at(-1);
  const hasMore =
    !stale &&
    !error &&
    last !== undefined &&
    hasMoreRows(rowsOf(last).length, pageSize, offset + (pages?.length ?? 0) * pageSize, last.total);

  useRestoredScroll(stale ? 0 : (pages?.length ?? 0), setSize, infiniteKey);

  const retry = useCallback(() => {
    void setSize(size);
  }, [setSize, size]);

  const loadMore = () => {
    if (hasMore && !isValidating) void setSize((pages?.length ?? 0) + 1);
  };

  const reload = async (from?: Row) => {
    const key = from === undefined ? undefined : keyOf(from);
    const index = pages?.findIndex((page) => rowsOf(page).some((row) => keyOf(row) === key)) ?? 0;
    const start = Math.max(0, index);
    for (let page = start; page < size; page += 1) cache.delete(getKey(page));
    await setSize(Math.max(1, Math.min(size, start + 2))).catch(() => undefined);
  };

  return {
    key: rowsKey,
    rows,
    total: last?.total ?? 0,
    offset,
    hasMore,
    loading: isLoading || isValidating,
    stale,
    error: error ? error.message : null,
    loadMore,
    retry,
    reload,
  };
}
