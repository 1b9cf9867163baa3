/** The clients screen for administrators (docs/product.md, section 2): with the capability `bulk` pages with search, sort, figures and bulk changes, otherwise all clients. */

import { type ComponentType, useMemo, useState } from 'react';
import { defaultClientSort, loadClientIds, loadClientsPage, setExportAccess } from '../../../shared/api/clients.ts';
import { clientSortColumns } from '../../../shared/fields/clients.ts';
import * as messages from '../../../shared/messages.ts';
import type { AllClientsProps, ClientPagesProps, IslandProps } from '../../../shared/pages/islands.ts';
import { exportAccessActions, exportAccesses } from '../../../shared/rules/client.ts';
import { clientsPageSize } from '../../../shared/rules/limits.ts';
import { lateComponent } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { createSelection } from '../../components/selection.tsx';
import type { SelectionToolsProps } from '../../components/selection-tools.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { useSortedList } from '../../lib/use-sorted-list.ts';
import { cardBase, listedClientColumns, rowHeight } from './client-columns.tsx';
import { NewClientForm } from './client-form.tsx';
import { useClientDialogs } from './use-client-dialogs.tsx';

const SelectionTools = lateComponent<SelectionToolsProps<string>>(() =>
  import('../../components/selection-tools.tsx').then(({ SelectionTools: Tools }) => Tools),
);

function ClientPages({ first, mayImpersonate, ...initial }: ClientPagesProps) {
  const { timeZone } = useIslandContext();
  const {
    list,
    links,
    search: { search, ...searchField },
  } = useSortedList({
    initial,
    first,
    columns: clientSortColumns,
    defaultSort: defaultClientSort,
    pageSize: clientsPageSize,
    keyOf: idOf,
    pageCall: loadClientsPage,
  });
  const [selection] = useState(() => createSelection<string>());
  const { actions, dialogs } = useClientDialogs(mayImpersonate, list.reload, (id) => selection.deselect([id]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () => listedClientColumns(actions, selection, timeZone),
    [mayImpersonate, selection, timeZone],
  );

  return (
    <>
      <NewClientForm onAdded={list.reload} />
      <SearchField label="Найти клиента" search={search} {...searchField} />
      <ListTable
        label="Клиенты"
        emptyText={search === '' ? messages.noClients : messages.nothingFound}
        layout="stacked"
        {...{ columns, list, ...links, keyOf: idOf, rowHeight, cardBase }}
      />
      <SelectionTools
        selection={selection}
        list={list}
        filters={search}
        loadIds={() => callApi(loadClientIds(search))}
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

/** `AllClients` is all-clients.tsx. Only a backend without the capability `bulk` needs it, so the browser loads it only there. */
export const clientsIsland = (AllClients: ComponentType<AllClientsProps>) => (props: IslandProps['clients']) =>
  'sort' in props ? <ClientPages {...props} /> : <AllClients {...props} />;
