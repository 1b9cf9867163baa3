/** The clients of a backend that returns all of them in one reply. */

import { useCallback, useMemo, useState } from 'react';
import { loadClients } from '../../../shared/api/clients.ts';
import type { Client } from '../../../shared/fields/clients.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { AllClientsProps } from '../../../shared/pages/islands.ts';
import { clientsPageSize } from '../../../shared/rules/limits.ts';
import { ListTable } from '../../components/list-toolbar.tsx';
import { idOf, type PagedList } from '../../lib/loaded-pages.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useRestoredScroll } from '../../lib/use-restored-scroll.ts';
import { cardBase, clientColumns, rowHeight } from './client-columns.tsx';
import { NewClientForm } from './client-form.tsx';
import { useClientDialogs } from './use-client-dialogs.tsx';

/** The list starts with the rows in the HTML. After a reply with all clients it shows them page by page. */
function useAllClients({ page, first }: AllClientsProps): PagedList<Client> {
  const call = loadClients();
  const { data: all, error, isValidating, mutate } = useCall(call, { revalidateOnMount: false });
  const [pages, setPages] = useState(1);
  const offset = (page - 1) * clientsPageSize;
  const end = offset + pages * clientsPageSize;
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
  useRestoredScroll(Math.ceil(rows.length / clientsPageSize), showPages, call.path);

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

export function AllClients(props: AllClientsProps) {
  const { page, mayImpersonate } = props;
  const list = useAllClients(props);
  const { actions, dialogs } = useClientDialogs(mayImpersonate, list.refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(() => clientColumns(actions), [mayImpersonate]);
  return (
    <>
      <NewClientForm onAdded={list.refresh} />
      <ListTable
        label="Клиенты"
        emptyText={messages.noClients}
        layout="stacked"
        nextPageHref={formatQuery({ page: page + 1 })}
        {...{ columns, list, keyOf: idOf, rowHeight, cardBase }}
        firstPageHref="?"
      />
      {dialogs}
    </>
  );
}
