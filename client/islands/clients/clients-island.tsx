/**
 * The clients screen for administrators (docs/product/clients.md). With our own backend it has pages with search,
 * sort, figures and bulk changes; otherwise it loads all clients at once.
 */

import { useCallback, useMemo, useState } from 'react';
import {
  addClient,
  createClient,
  defaultClientSort,
  loadClientIds,
  loadClients,
  loadClientsPage,
  setExportAccess,
} from '../../../shared/api/clients.ts';
import { type Client, clientSortColumns, type ListedClient } from '../../../shared/fields/clients.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { AllClientsProps, ClientPagesProps, IslandProps } from '../../../shared/pages/islands.ts';
import { clientLabel, exportAccessActions, exportAccesses } from '../../../shared/rules/client.ts';
import { clientsPageSize } from '../../../shared/rules/limits.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import {
  lateComponent,
  useChangeDialog,
  useChangeProps,
  useLazyComponent,
  useLazyDialog,
} from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { createSelection, selectColumn, useKeptSelection } from '../../components/selection.tsx';
import type { SelectionToolsProps } from '../../components/selection-tools.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf, type PagedList } from '../../lib/loaded-pages.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useRestoredScroll } from '../../lib/use-restored-scroll.ts';
import { useSortedList } from '../../lib/use-sorted-list.ts';
import { type ClientActions, cardBase, clientColumns, rowHeight } from './client-columns.tsx';
import { NewClientForm } from './client-form.tsx';
import styles from './clients.module.css';

const importEditor = () => import('./client-dialogs.tsx').then(({ ClientDialog }) => ClientDialog);
const importPassword = () => import('./client-dialogs.tsx').then(({ ClientPasswordDialog }) => ClientPasswordDialog);
const importImpersonation = () =>
  import('../../dialogs/impersonation-dialog.tsx').then(({ ImpersonationDialog }) => ImpersonationDialog);
const importRemoval = () => import('./client-dialogs.tsx').then(({ ClientRemoval }) => ClientRemoval);

/** `reload` is called after a change. */
function useClientDialogs(mayImpersonate: boolean, reload: () => void, onRemoved?: (id: string) => void) {
  const changeProps = useChangeProps();
  const editor = useChangeDialog(importEditor, reload);
  const password = useLazyDialog(importPassword);
  const impersonation = useLazyDialog(importImpersonation);
  const removal = useChangeDialog(importRemoval, (_text, { id }) => {
    onRemoved?.(id);
    reload();
  });

  const actions: ClientActions = {
    edit: (client) => editor.openerProps({ client }),
    setPassword: (client) => changeProps(password.openerProps({ client })),
    impersonate: mayImpersonate ? (client) => changeProps(impersonation.openerProps({ client })) : null,
    remove: (client) => removal.openerProps({ client }),
  };

  const dialogs = (
    <>
      {editor.element}
      {password.render({})}
      {impersonation.render({})}
      {removal.element}
    </>
  );
  return { actions, dialogs };
}

const SelectionTools = lateComponent<SelectionToolsProps<string>>(() =>
  import('../../components/selection-tools.tsx').then(({ SelectionTools: Tools }) => Tools),
);

const importSteps = () => import('./new-client-steps.tsx').then(({ NewClientSteps }) => NewClientSteps);

/** The figures of a client that the list has not loaded. */
const unused = { words: 0, recentPosts: 0, signedInAt: null };

/** The added client comes first, so that it is in view however the list is sorted. */
const withFirst = (rows: readonly ListedClient[], client: Client): ListedClient[] => [
  rows.find(({ id }) => id === client.id) ?? { ...client, ...unused },
  ...rows.filter(({ id }) => id !== client.id),
];

function ClientPages({ first, mayImpersonate, ...initial }: ClientPagesProps) {
  const { timeZone } = useIslandContext();
  const { list, links, search } = useSortedList({
    initial,
    first,
    columns: clientSortColumns,
    defaultSort: defaultClientSort,
    pageSize: clientsPageSize,
    keyOf: idOf,
    pageCall: loadClientsPage,
  });
  const [selection] = useState(() => createSelection<string>());
  useKeptSelection(selection);
  const steps = useLazyComponent(importSteps);
  /** `query`: the list above which the client was added; a search or a sort drops it from the first row. */
  const [added, setAdded] = useState<{ client: Client; query: string } | null>(null);
  const { actions, dialogs } = useClientDialogs(mayImpersonate, list.reload, (id) => {
    selection.deselect([id]);
    setAdded((shown) => (shown?.client.id === id ? null : shown));
  });
  const addedId = added?.client.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () => [
      selectColumn(selection, ({ id }: ListedClient) => id, clientLabel),
      ...clientColumns(actions, timeZone, addedId),
    ],
    [mayImpersonate, selection, timeZone, addedId],
  );

  return (
    <>
      <NewClientForm
        add={async (fields) => {
          const client = await callApi(addClient(fields));
          setAdded({ client, query: links.firstPageHref });
          list.reload();
          void steps.load();
        }}
      />
      <div role="status" className={styles.added}>
        {added && <p>{`Клиент ${added.client.id} добавлен`}</p>}
        {added && steps.Component && (
          <steps.Component
            key={added.client.id}
            client={added.client}
            setPassword={actions.setPassword(added.client)}
            onChanged={list.reload}
          />
        )}
      </div>
      <SearchField label="Найти клиента" {...search} />
      <ListTable
        label="Клиенты"
        emptyText={
          search.search === '' ? (
            <EmptyState title={messages.noClients} hint="Добавьте первого в форме выше." />
          ) : (
            <EmptyState title={messages.nothingFound} hint="Проверьте написание." />
          )
        }
        layout="stacked"
        columns={columns}
        list={added?.query === links.firstPageHref ? { ...list, rows: withFirst(list.rows, added.client) } : list}
        {...links}
        keyOf={idOf}
        rowHeight={rowHeight}
        cardBase={cardBase}
      />
      <SelectionTools
        selection={selection}
        list={list}
        filters={search.search}
        loadIds={() => callApi(loadClientIds(search.search))}
        actions={exportAccesses.map((access) => ({
          label: exportAccessActions[access],
          question: `${exportAccessActions[access]} клиентам`,
          note: 'Это можно отменить обратным действием.',
          send: (ids: string[], batch: string) => callApi(setExportAccess(ids, access, batch)),
        }))}
        onChanged={list.reload}
      />
      {dialogs}
    </>
  );
}

/** Starts with the rows in the HTML. Once a reply with all clients has arrived, shows them page by page. */
function useAllClients({ page, first }: AllClientsProps): PagedList<ListedClient> {
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
  useRestoredScroll(Math.ceil(rows.length / clientsPageSize), showPages);

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

/** The clients of a backend that returns all of them in one reply. */
function AllClients(props: AllClientsProps) {
  const { page, mayImpersonate } = props;
  const { timeZone } = useIslandContext();
  const notify = useNotify();
  const list = useAllClients(props);
  const { actions, dialogs } = useClientDialogs(mayImpersonate, list.refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(() => clientColumns(actions, timeZone), [mayImpersonate, timeZone]);
  return (
    <>
      <NewClientForm
        add={async (fields) => {
          await callApi(createClient(fields));
          notify({ kind: 'success', text: messages.clientAdded });
          list.refresh();
        }}
      />
      <ListTable
        label="Клиенты"
        emptyText={messages.noClients}
        layout="stacked"
        nextPageHref={formatQuery({ page: page + 1 })}
        columns={columns}
        list={list}
        keyOf={idOf}
        rowHeight={rowHeight}
        cardBase={cardBase}
      />
      {dialogs}
    </>
  );
}

export const ClientsIsland = (props: IslandProps['clients']) =>
  'sort' in props ? <ClientPages {...props} /> : <AllClients {...props} />;
