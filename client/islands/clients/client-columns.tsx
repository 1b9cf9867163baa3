/** The columns of the clients table (docs/product.md, section 2, Clients screen). */
import type { Client } from '../../../shared/api/clients.ts';
import { exportAccessLabels } from '../../../shared/rules/client.ts';
import { RowAction } from '../../components/row-action.tsx';
import type { Column } from '../../components/table-column.ts';
import type { OpenerProps } from '../../lib/use-lazy-dialog.ts';

/** Returns the props of a row's button. */
type Action = (client: Client) => OpenerProps;
/** `impersonate` is null where impersonation is off. */
export type ClientActions = { edit: Action; setPassword: Action; impersonate: Action | null; remove: Action };

export function clientColumns({ edit, setPassword, impersonate, remove }: ClientActions): Column<Client>[] {
  return [
    { title: 'ID', name: 'clients.id', width: 'minmax(92px, 0.6fr)', cell: ({ id }) => id },
    { title: 'Имя', width: 'minmax(0, 1.7fr)', card: 'heading', cell: ({ name }) => name },
    {
      title: 'IP-адрес',
      name: 'clients.ip',
      width: 'minmax(108px, 0.7fr)',
      cell: ({ ipAddress }) => ipAddress,
    },
    { title: 'MAC-адрес', name: 'clients.mac', width: '148px', cell: ({ macAddress }) => macAddress },
    { title: 'Email', name: 'clients.email', width: 'minmax(0, 1.2fr)', cell: ({ email }) => email },
    { title: 'Телефон', name: 'clients.phone', width: 'minmax(136px, 0.8fr)', cell: ({ phone }) => phone },
    {
      title: 'Экспорт',
      name: 'clients.export',
      width: '88px',
      cell: ({ exportAccess }) => exportAccessLabels[exportAccess],
    },
    {
      title: 'Связь',
      name: 'clients.connected',
      width: '76px',
      tone: ({ connected }) => (connected ? 'success' : 'neutral'),
      cell: ({ connected }) => (connected ? 'Online' : 'Offline'),
    },
    {
      title: 'Действия',
      width: '124px',
      actions: true,
      cell: (client, control) => (
        <>
          <RowAction label="Редактировать" icon="edit" {...control} {...edit(client)} />
          <RowAction label="Пароль" icon="key" {...control} {...setPassword(client)} />
          {impersonate && <RowAction label="Войти как клиент" icon="act-as" {...control} {...impersonate(client)} />}
          <RowAction label="Удалить" icon="remove" {...control} {...remove(client)} />
        </>
      ),
    },
  ];
}
