/** The clients of a backend that returns all of them in one reply. */

import { useCallback, useMemo, useState } from 'react';
import type { Call } from '../../../shared/api/call.ts';
import { loadClients } from '../../../shared/api/clients.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { AllClientsProps, Loaded } from '../../../shared/pages/islands.ts';
import { clientsPageSize } from '../../../shared/rules/limits.ts';
import { ListTable } from '../../components/list-table.tsx';
import type { PagedList } from '../../lib/loaded-pages.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useRestoredScroll } from '../../lib/use-restored-scroll.ts';
import { cardBase, clientColumns, rowHeight } from './client-columns.tsx';
import { NewClientForm } from './client-form.tsx';
import { useClientDialogs } from './use-client-dialogs.tsx';

/** `firstPage` counts from 1 and comes from the URL. `first` has the rows of that page and the total of all rows. */
export type WholeListOptions<Row> = {
  call: Call<Row[]>;
  pageSize: number;
  firstPage: number;
  first: Loaded<{ rows: Row[]; total: number }>;
};

/** A list that the backend returns in one reply. It starts with the rows in the HTML and shows the loaded list page by page. */
export function useWholeList<Row>({ call, pageSize, firstPage, first }: WholeListOptions<Row>): PagedList<Row> {
  const { data: all, error, isValidating, mutate } = useCall(call, { revalidateOnMount: false });
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

const keyOf = ({ id }: { id: string }) => id;

export function AllClients({ page, first, mayImpersonate }: AllClientsProps) {
  const list = useWholeList({ call: loadClients(), pageSize: clientsPageSize, firstPage: page, first });
  const { actions, dialogs } = useClientDialogs(mayImpersonate, list.refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(() => clientColumns(actions), [mayImpersonate]);
  return (
    <>
      <NewClientForm onAdded={list.refresh} />
      <ListTable
        label="Клиенты"
        emptyText={messages.noClients}
        nextPageHref={formatQuery({ page: page + 1 })}
        {...{ columns, list, keyOf, rowHeight, cardBase }}
        firstPageHref="?"
      />
      {dialogs}
    </>
  );
}
