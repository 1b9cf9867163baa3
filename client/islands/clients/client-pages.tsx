/** The clients of a backend with the capability `bulk`: pages with search, sort and figures, and changes of many at once. */
import { useMemo, useState } from 'react';
import {
  type ClientSortColumn,
  type ClientsPage,
  type ClientsQuery,
  formatClientsQuery,
  type ListedClient,
  loadClientIds,
  loadClientsPage,
  parseClientsQuery,
} from '../../../shared/api/client-pages.ts';
import type { ClientPagesProps } from '../../../shared/islands.ts';
import { formatSort, parsePage, type QuerySource, toggleSort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { exportAccessActions, exportAccesses } from '../../../shared/rules/client.ts';
import { clientSearchMax, clientsPageSize } from '../../../shared/rules/limits.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { createSelection } from '../../lib/selection.ts';
import { useLazyDialog } from '../../lib/use-lazy-dialog.ts';
import { type PagedSource, usePagedList } from '../../lib/use-paged-list.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { cardBase, listedClientColumns, rowHeight } from './client-columns.tsx';
import { NewClientForm } from './new-client-form.tsx';
import { useClientDialogs } from './use-client-dialogs.tsx';

const source: PagedSource<ClientsPage, ListedClient> = {
  pageSize: clientsPageSize,
  rowsOf: (page) => page.clients,
  withRows: (page, clients) => ({ ...page, clients }),
  keyOf: ({ id }) => id,
};

type State = ClientsQuery & { page: number };
const parse = (query: QuerySource): State => ({ ...parseClientsQuery(query), page: parsePage(query.page) });
const pageCall = (query: ClientsQuery, offset: number) => loadClientsPage(query, { offset });

const importExportAccess = () =>
  import('./export-access-dialog.tsx').then(({ ExportAccessDialog }) => ExportAccessDialog);

export function ClientPages({ query: first, page: firstPage, mayImpersonate, ...loaded }: ClientPagesProps) {
  const context = useIslandContext();
  const { timeZone } = context;
  const [{ page, ...query }, navigate, prepare] = useUrlState<State>({ ...first, page: firstPage }, parse, (next) =>
    list.preload(pageCall(next, (next.page - 1) * clientsPageSize)),
  );
  const list = usePagedList(source, { pageCall: (offset) => pageCall(query, offset), firstPage: page, ...loaded });
  const { actions, onChanged, dialogs } = useClientDialogs(mayImpersonate, list.reload);
  const [selection] = useState(() => createSelection<string>());
  const exportAccess = useLazyDialog(importExportAccess);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () => listedClientColumns(actions, selection, timeZone),
    [mayImpersonate, selection, timeZone],
  );
  const href = (column: ClientSortColumn) => formatClientsQuery({ ...query, sort: toggleSort(query.sort, column) });

  function search(text: string) {
    selection.select([]);
    navigate(formatClientsQuery({ ...query, search: text }), 'replace');
  }

  return (
    <>
      <NewClientForm onAdded={() => onChanged(messages.clientAdded)} />
      <SearchField
        label="Найти клиента"
        search={query.search}
        maxLength={clientSearchMax}
        kept={{ sort: formatSort(query.sort) }}
        onSearch={search}
      />
      <ListToolbar
        list={list}
        columns={columns}
        onRefresh={list.refresh}
        firstPageHref={formatClientsQuery(query) || '?'}
      />
      <SelectionBar
        selection={selection}
        found={list.total}
        loadIds={() => callApi(loadClientIds(query.search), context)}
      >
        {(none) =>
          exportAccesses.map((access) => (
            <BusyButton
              key={access}
              busy={false}
              disabled={none}
              {...exportAccess.preload}
              onClick={() => void exportAccess.open({ access, ids: selection.ids() })}
            >
              {exportAccessActions[access]}
            </BusyButton>
          ))
        }
      </SelectionBar>
      <DataTable
        label="Клиенты"
        columns={columns}
        list={list}
        keyOf={source.keyOf}
        rowHeight={rowHeight}
        cardBase={cardBase}
        sort={{ current: query.sort, href, onSort: navigate, prepare }}
        emptyText={query.search === '' ? messages.noClients : messages.nothingFound}
        nextPageHref={formatClientsQuery(query, page + 1)}
      />
      {exportAccess.opened && (
        <exportAccess.opened.Component
          {...exportAccess.opened.subject}
          onChanged={() => {
            selection.select([]);
            list.reload();
          }}
          onClose={exportAccess.close}
        />
      )}
      {dialogs}
    </>
  );
}
