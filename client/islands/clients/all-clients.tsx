/** The clients of a backend that returns all of them in one reply. */
import { useMemo } from 'react';
import { loadClients } from '../../../shared/api/clients.ts';
import type { AllClientsProps } from '../../../shared/islands.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { clientsPageSize } from '../../../shared/rules/limits.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { cardBase, clientColumns, rowHeight } from './client-columns.tsx';
import { NewClientForm } from './new-client-form.tsx';
import { useClientDialogs } from './use-client-dialogs.tsx';

const keyOf = ({ id }: { id: string }) => id;

export function AllClients({ page, first, mayImpersonate }: AllClientsProps) {
  const list = useWholeList({ call: loadClients(), pageSize: clientsPageSize, firstPage: page, first });
  const { actions, onChanged, dialogs } = useClientDialogs(mayImpersonate, list.refresh);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(() => clientColumns(actions), [mayImpersonate]);
  return (
    <>
      <NewClientForm onAdded={() => onChanged(messages.clientAdded)} />
      <ListToolbar list={list} columns={columns} onRefresh={list.refresh} firstPageHref="?" />
      <DataTable
        label="Клиенты"
        columns={columns}
        list={list}
        keyOf={keyOf}
        rowHeight={rowHeight}
        cardBase={cardBase}
        emptyText={messages.noClients}
        nextPageHref={formatQuery({ page: page + 1 })}
      />
      {dialogs}
    </>
  );
}
