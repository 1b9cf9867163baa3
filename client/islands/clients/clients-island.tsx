/** The clients screen for administrators (docs/product.md, section 2, Clients screen). */
import { useMemo } from 'react';
import { type Client, loadClients } from '../../../shared/api/clients.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { clientsPageSize } from '../../../shared/rules/limits.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { useLazyDialog } from '../../lib/use-lazy-dialog.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { clientColumns } from './client-columns.tsx';
import { NewClientForm } from './new-client-form.tsx';

const keyOf = (client: Client) => client.id;

const rowHeight = 44;
const cardBase = 58;

const importEditor = () => import('./client-dialog.tsx').then(({ ClientDialog }) => ClientDialog);
const importPassword = () =>
  import('./client-password-dialog.tsx').then(({ ClientPasswordDialog }) => ClientPasswordDialog);
const importImpersonation = () =>
  import('../../dialogs/impersonation-dialog.tsx').then(({ ImpersonationDialog }) => ImpersonationDialog);
const importRemoval = () => import('./client-removal.tsx').then(({ ClientRemoval }) => ClientRemoval);

export function ClientsIsland({ page, first, mayImpersonate }: IslandProps['clients']) {
  const list = useWholeList({ call: loadClients(), pageSize: clientsPageSize, firstPage: page, first });
  const notify = useNotify();
  const editor = useLazyDialog(importEditor);
  const password = useLazyDialog(importPassword);
  const impersonation = useLazyDialog(importImpersonation);
  const removal = useLazyDialog(importRemoval);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () =>
      clientColumns({
        edit: (client) => editor.openerProps({ client }),
        setPassword: (client) => password.openerProps({ client }),
        impersonate: mayImpersonate ? (client) => impersonation.openerProps({ client }) : null,
        remove: (client) => removal.openerProps({ client }),
      }),
    [mayImpersonate],
  );

  function onChanged(text: string) {
    editor.close();
    removal.close();
    notify({ kind: 'success', text });
    list.refresh();
  }

  return (
    <>
      <NewClientForm onAdded={() => onChanged('Клиент добавлен')} />
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
      {editor.opened && (
        <editor.opened.Component {...editor.opened.subject} onDone={onChanged} onClose={editor.close} />
      )}
      {password.opened && <password.opened.Component {...password.opened.subject} onClose={password.close} />}
      {impersonation.opened && (
        <impersonation.opened.Component {...impersonation.opened.subject} onClose={impersonation.close} />
      )}
      {removal.opened && (
        <removal.opened.Component {...removal.opened.subject} onDone={onChanged} onClose={removal.close} />
      )}
    </>
  );
}
