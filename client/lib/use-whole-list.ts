/** A list that the backend returns in one reply. It starts with the rows in the HTML and shows the loaded list page by page. */
import { useCallback, useMemo, useState } from 'react';
import useSWR from 'swr';
import type { Call } from '../../shared/api/call.ts';
import type { Loaded } from '../../shared/islands.ts';
import { type ApiFailure, callApi } from './api.ts';
import { useIslandContext } from './island-context.tsx';
import type { PagedList } from './paged-list.ts';
import { useRestoredScroll } from './use-restored-scroll.ts';

/** `firstPage` counts from 1 and comes from the URL. `first` has the rows of that page and the total of all rows. */
export type WholeListOptions<Row> = {
  call: Call<Row[]>;
  pageSize: number;
  firstPage: number;
  first: Loaded<{ rows: Row[]; total: number }>;
};

export function useWholeList<Row>({ call, pageSize, firstPage, first }: WholeListOptions<Row>): PagedList<Row> {
  const context = useIslandContext();
  const {
    data: all,
    error,
    isValidating,
    mutate,
  } = useSWR<Row[], ApiFailure>(call.path, () => callApi(call, context), { revalidateOnMount: false });
  const [pages, setPages] = useState(1);
  const offset = (firstPage - 1) * pageSize;
  const end = offset + pages * pageSize;
  const rows = useMemo(() => all?.slice(offset, end) ?? first.data?.rows ?? [], [all, offset, end, first]);
  const total = all?.length ?? first.data?.total ?? 0;

  const load = useCallback(async () => {
    await mutate();
  }, [mutate]);

  const showPages = useCallback(
    (count: number) => {
      setPages(count);
      if (!all) void load();
    },
    [all, load],
  );
  useRestoredScroll(Math.ceil(rows.length / pageSize), showPages, call.path);

  const failure = error?.message ?? (all ? undefined : first.error);
  const hasMore = failure === undefined && offset + rows.length < total;
  return {
    rows,
    total,
    offset,
    hasMore,
    loading: isValidating,
    stale: false,
    error: failure ?? null,
    loadMore: () => {
      if (hasMore && !isValidating) showPages(pages + 1);
    },
    retry: load,
    refresh: () => void load(),
  };
}
