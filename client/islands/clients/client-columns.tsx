/** The columns of the clients table (docs/product.md, section 2, Clients screen). */
import type { ClientSortColumn, ListedClient } from '../../../shared/api/client-pages.ts';
import type { Client } from '../../../shared/api/clients.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { clientLabel, exportAccessLabels } from '../../../shared/rules/client.ts';
import { RowAction } from '../../components/row-action.tsx';
import { selectColumn } from '../../components/select-column.tsx';
import type { Column } from '../../components/table-column.ts';
import type { Selection } from '../../lib/selection.ts';
import type { OpenerProps } from '../../lib/use-lazy-dialog.ts';

export const rowHeight = 44;
export const cardBase = 58;

/** Returns the props of a row's button. */
type Action = (client: Client) => OpenerProps;
/** `impersonate` is null where impersonation is off. */
export type ClientActions = { edit: Action; setPassword: Action; impersonate: Action | null; remove: Action };

/**
 * With the columns of figures the least widths add up to 1,030 px, in which the addresses take two lines. The widest are those that a
 * row without figures has.
 */
const dataColumns: readonly Column<Client, never>[] = [
  { title: 'ID', name: 'clients.id', width: 'minmax(90px, 92px)', cell: ({ id }) => id },
  { title: 'Имя', width: 'minmax(108px, 1.7fr)', card: 'heading', cell: ({ name }) => name },
  {
    title: 'IP-адрес',
    name: 'clients.ip',
    width: 'minmax(66px, 108px)',
    align: 'wrap',
    cell: ({ ipAddress }) => ipAddress,
  },
  {
    title: 'MAC-адрес',
    name: 'clients.mac',
    width: 'minmax(82px, 148px)',
    align: 'wrap',
    cell: ({ macAddress }) => macAddress,
  },
  { title: 'Email', name: 'clients.email', width: 'minmax(80px, 1.2fr)', cell: ({ email }) => email },
  { title: 'Телефон', name: 'clients.phone', width: 'minmax(84px, 136px)', align: 'wrap', cell: ({ phone }) => phone },
  {
    title: 'Экспорт',
    name: 'clients.export',
    width: 'minmax(84px, 92px)',
    cell: ({ exportAccess }) => exportAccessLabels[exportAccess],
  },
  {
    title: 'Связь',
    name: 'clients.connected',
    width: 'minmax(58px, 76px)',
    tone: ({ connected }) => (connected ? 'success' : 'neutral'),
    cell: ({ connected }) => (connected ? 'Online' : 'Offline'),
  },
];

const actionsColumn = ({ edit, setPassword, impersonate, remove }: ClientActions): Column<Client, never> => ({
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
});

export const clientColumns = (actions: ClientActions): Column<Client>[] => [...dataColumns, actionsColumn(actions)];

type ListedColumn = Column<ListedClient, ClientSortColumn>;

/** By title. */
const sortColumns: Record<string, ClientSortColumn> = { ID: 'client_id', Имя: 'name', Экспорт: 'export_access' };

const figureColumns = (timeZone: string): ListedColumn[] => [
  {
    title: 'Фраз',
    name: 'clients.words',
    width: '56px',
    align: 'end',
    sort: 'words',
    cell: ({ words }) => formatNumber(words),
  },
  {
    title: 'Постов за 30 дней',
    name: 'clients.posts',
    width: 'minmax(60px, 80px)',
    align: 'end',
    cell: ({ recentPosts }) => formatNumber(recentPosts),
  },
  {
    title: 'Последний вход',
    name: 'clients.signed_in',
    width: '98px',
    align: 'wrap',
    sort: 'signed_in_at',
    cell: ({ signedInAt }) => (signedInAt === null ? '—' : (formatDateTime(signedInAt, timeZone) ?? messages.badDate)),
  },
];

/** With the capability `bulk`. */
export const listedClientColumns = (
  actions: ClientActions,
  selection: Selection<string>,
  timeZone: string,
): ListedColumn[] => [
  selectColumn(selection, ({ id }) => id, clientLabel),
  ...dataColumns.map((column) => ({
    ...column,
    ...(sortColumns[column.title] && { sort: sortColumns[column.title] }),
  })),
  ...figureColumns(timeZone),
  actionsColumn(actions),
];
