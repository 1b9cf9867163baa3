/** The columns of the clients table (docs/product.md, section 2, Clients screen). */
import {
  type Client,
  type ClientSortColumn,
  clientFields,
  type ListedClient,
  listedClientFields,
} from '../../../shared/fields/clients.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { clientLabel, exportAccessLabels } from '../../../shared/rules/client.ts';
import { RowAction } from '../../components/buttons.tsx';
import type { OpenerProps } from '../../components/lazy.tsx';
import { type Selection, selectColumn } from '../../components/selection.tsx';
import type { Column } from '../../components/table-column.ts';

export const rowHeight = 44;
export const cardBase = 58;

/** Returns the props of a row's button. */
type Action = (client: Client) => OpenerProps;
/** `impersonate` is null where impersonation is off. */
export type ClientActions = { edit: Action; setPassword: Action; impersonate: Action | null; remove: Action };

type ClientColumn<Row = Client> = Column<Row, ClientSortColumn>;

/**
 * With the columns of figures the least widths add up to 996 px, the width of the table in a window of 1,280 px. Addresses
 * always stand on one line. The widest are the widths of a row without figures.
 */
const dataColumns: readonly ClientColumn[] = [
  { ...clientFields.id, width: 'minmax(62px, 92px)', align: 'wrap', cell: ({ id }) => id },
  { ...clientFields.name, width: 'minmax(110px, 1.7fr)', card: 'heading', cell: ({ name }) => name },
  { ...clientFields.ipAddress, width: 'minmax(112px, 124px)', cell: ({ ipAddress }) => ipAddress },
  { ...clientFields.macAddress, width: 'minmax(130px, 148px)', cell: ({ macAddress }) => macAddress },
  { ...clientFields.email, width: 'minmax(42px, 1.2fr)', cell: ({ email }) => email },
  { ...clientFields.phone, width: 'minmax(70px, 136px)', align: 'wrap', cell: ({ phone }) => phone },
  {
    ...clientFields.exportAccess,
    width: 'minmax(74px, 92px)',
    cell: ({ exportAccess }) => exportAccessLabels[exportAccess],
  },
  {
    ...clientFields.connected,
    width: 'minmax(56px, 76px)',
    tone: ({ connected }) => (connected ? 'success' : 'neutral'),
    cell: ({ connected }) => (connected ? 'Online' : 'Offline'),
  },
];

const actionsColumn = ({ edit, setPassword, impersonate, remove }: ClientActions): ClientColumn => ({
  title: 'Действия',
  width: '120px',
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

export const clientColumns = (actions: ClientActions): ClientColumn[] => [...dataColumns, actionsColumn(actions)];

const figureColumns = (timeZone: string): ClientColumn<ListedClient>[] => [
  { ...listedClientFields.words, width: '44px', align: 'end', cell: ({ words }) => formatNumber(words) },
  {
    ...listedClientFields.recentPosts,
    width: 'minmax(56px, 80px)',
    align: 'end',
    cell: ({ recentPosts }) => formatNumber(recentPosts),
  },
  {
    ...listedClientFields.signedInAt,
    width: 'minmax(80px, 98px)',
    align: 'wrap',
    cell: ({ signedInAt }) => (signedInAt === null ? '—' : (formatDateTime(signedInAt, timeZone) ?? messages.badDate)),
  },
];

/** With the capability `bulk`. */
export const listedClientColumns = (
  actions: ClientActions,
  selection: Selection<string>,
  timeZone: string,
): ClientColumn<ListedClient>[] => [
  selectColumn(selection, ({ id }) => id, clientLabel),
  ...dataColumns,
  ...figureColumns(timeZone),
  actionsColumn(actions),
];
