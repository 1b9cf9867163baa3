/** The clients screen for administrators (section 2 of the specification, Clients screen). */
import { useMemo } from 'react';
import { type Client, loadClients } from '../../../shared/api/clients.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { clientsPageSize } from '../../../shared/rules/limits.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { MessageBar, useMessage } from '../../components/message-bar.tsx';
import { type LazyComponent, useLazyComponent } from '../../lib/use-lazy-component.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { clientColumns } from './client-columns.tsx';
import { NewClientForm } from './new-client-form.tsx';

const keyOf = (client: Client) => client.id;

const rowHeight = 44;
const cardBase = 58;

const importEditor = () => import('./client-dialog.tsx').then(({ ClientDialog }) => ClientDialog);
const importPassword = () =>
  import('./client-password-dialog.tsx').then(({ ClientPasswordDialog }) => ClientPasswordDialog);
const importRemoval = () => import('./client-removal.tsx').then(({ ClientRemoval }) => ClientRemoval);

/** The dialog that is open, and the client it is about. */
type OpenDialog = { kind: 'edit' | 'password' | 'remove'; client: Client };

export function ClientsIsland({ page, first, mayImpersonate }: IslandProps['clients']) {
  const list = useWholeList({ call: loadClients(), pageSize: clientsPageSize, firstPage: page, first });
  const [message, setMessage] = useMessage();
  const { opened: dialog, open, close } = useOpened<OpenDialog>(setMessage);
  const editor = useLazyComponent(importEditor);
  const password = useLazyComponent(importPassword);
  const removal = useLazyComponent(importRemoval);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new at every render and do the same
  const columns = useMemo(() => {
    const opens = (kind: OpenDialog['kind'], part: Pick<LazyComponent<never>, 'load' | 'preload'>) => ({
      preload: part.preload,
      run: (client: Client) => open(part, { kind, client }),
    });
    return clientColumns({
      edit: opens('edit', editor),
      setPassword: opens('password', password),
      remove: opens('remove', removal),
      mayImpersonate,
    });
  }, [mayImpersonate]);

  function done(text: string) {
    close();
    setMessage({ kind: 'success', text });
    void list.reload();
  }

  return (
    <>
      <NewClientForm onAdded={() => done('Клиент добавлен')} />
      <ListToolbar list={list} onRefresh={() => void list.reload()} firstPageHref="?" />
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
      <MessageBar message={message} onClose={() => setMessage(null)} />
      {dialog?.kind === 'edit' && editor.Component && (
        <editor.Component client={dialog.client} onDone={done} onClose={close} />
      )}
      {dialog?.kind === 'password' && password.Component && (
        <password.Component client={dialog.client} onClose={close} />
      )}
      {dialog?.kind === 'remove' && removal.Component && (
        <removal.Component client={dialog.client} onDone={done} onClose={close} />
      )}
    </>
  );
}
