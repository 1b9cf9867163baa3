/** The clients screen for administrators (docs/product.md, section 2): with the capability `bulk` pages with search, sort, figures and bulk changes, otherwise all clients. */

import { type ComponentType, useMemo, useState } from 'react';
import {
  type ClientsQuery,
  formatClientsQuery,
  loadClientIds,
  loadClientsPage,
  parseClientsQuery,
  setExportAccess,
} from '../../../shared/api/clients.ts';
import type { ClientSortColumn, ListedClient } from '../../../shared/fields/clients.ts';
import { formatSort, parsePage, type QuerySource, toggleSort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { AllClientsProps, ClientPagesProps, IslandProps } from '../../../shared/pages/islands.ts';
import { exportAccessActions, exportAccesses } from '../../../shared/rules/client.ts';
import { clientSearchMax, clientsPageSize } from '../../../shared/rules/limits.ts';
import { lateComponent } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { createSelection } from '../../components/selection.tsx';
import type { SelectionToolsProps } from '../../components/selection-tools.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { cardBase, listedClientColumns, rowHeight } from './client-columns.tsx';
import { NewClientForm } from './client-form.tsx';
import { useClientDialogs } from './use-client-dialogs.tsx';

const keyOf = ({ id }: ListedClient) => id;

type State = ClientsQuery & { page: number };
const parse = (query: QuerySource): State => ({ ...parseClientsQuery(query), page: parsePage(query.page) });
const pageCall = (query: ClientsQuery, offset: number) => loadClientsPage(query, { offset });

const SelectionTools = lateComponent<SelectionToolsProps<string>>(() =>
  import('../../components/selection-tools.tsx').then(({ SelectionTools: Tools }) => Tools),
);

function ClientPages({ query: first, page: firstPage, mayImpersonate, ...loaded }: ClientPagesProps) {
  const context = useIslandContext();
  const { timeZone } = context;
  const [{ page, ...query }, navigate, prepare] = useUrlState<State>({ ...first, page: firstPage }, parse, (next) =>
    list.preload(pageCall(next, (next.page - 1) * clientsPageSize)),
  );
  const list = usePagedList({
    pageSize: clientsPageSize,
    keyOf,
    pageCall: (offset) => pageCall(query, offset),
    firstPage: page,
    ...loaded,
  });
  const [selection] = useState(() => createSelection<string>());
  const { actions, dialogs } = useClientDialogs(mayImpersonate, list.reload, (id) => selection.deselect([id]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () => listedClientColumns(actions, selection, timeZone),
    [mayImpersonate, selection, timeZone],
  );
  const href = (column: ClientSortColumn) => formatClientsQuery({ ...query, sort: toggleSort(query.sort, column) });

  return (
    <>
      <NewClientForm onAdded={list.reload} />
      <SearchField
        label="Найти клиента"
        search={query.search}
        maxLength={clientSearchMax}
        kept={{ sort: formatSort(query.sort) }}
        onSearch={(text) => navigate(formatClientsQuery({ ...query, search: text }), 'replace')}
      />
      <ListTable
        label="Клиенты"
        sort={{ current: query.sort, href, onSort: navigate, prepare }}
        emptyText={query.search === '' ? messages.noClients : messages.nothingFound}
        nextPageHref={formatClientsQuery(query, page + 1)}
        {...{ columns, list, keyOf, rowHeight, cardBase }}
        firstPageHref={formatClientsQuery(query) || '?'}
      />
      <SelectionTools
        selection={selection}
        list={list}
        filters={query.search}
        loadIds={() => callApi(loadClientIds(query.search))}
        actions={exportAccesses.map((access) => ({
          label: exportAccessActions[access],
          question: `${exportAccessActions[access]} клиентам`,
          note: 'Это можно отменить обратным действием.',
          send: (ids: string[]) => callApi(setExportAccess(ids, access)),
        }))}
        onChanged={list.reload}
      />
      {dialogs}
    </>
  );
}

/** `AllClients` is all-clients.tsx. Only a backend without the capability `bulk` needs it, so the browser loads it only there. */
export const clientsIsland = (AllClients: ComponentType<AllClientsProps>) => (props: IslandProps['clients']) =>
  'query' in props ? <ClientPages {...props} /> : <AllClients {...props} />;
