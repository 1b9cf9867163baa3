/** The columns of the clients table (docs/product/clients.md). */
import {
  type Client,
  type ClientSortColumn,
  clientFields,
  type ListedClient,
  listedClientFields,
} from '../../../shared/fields/clients.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { clientLabel, exportAccessLabels } from '../../../shared/rules/client.ts';
import { RowAction } from '../../components/buttons.tsx';
import type { OpenerProps } from '../../components/lazy.tsx';
import { type Selection, selectColumn } from '../../components/selection.tsx';
import type { Column } from '../../components/table-column.ts';

export const rowHeight = 44;
export const cardBase = 70;

/** Returns the props of a row's button. */
type Action = (client: Client) => OpenerProps;
/** `impersonate` is null if impersonation is off. */
export type ClientActions = { edit: Action; setPassword: Action; impersonate: Action | null; remove: Action };

type ClientColumn<Row = Client> = Column<Row, ClientSortColumn>;

/**
 * With the columns of figures, the minimum widths add up to 700 px when stacked, which is the width of the table in a window of
 * 1,000 px, and to 1,214 px otherwise. Addresses never wrap.
 */
const dataColumns: readonly ClientColumn[] = [
  { ...clientFields.id, width: 'minmax(3.25rem, 5.75rem)', align: 'wrap', cell: ({ id }) => id },
  { ...clientFields.name, width: 'minmax(6.5rem, 1.7fr)', card: 'heading', cell: ({ name }) => name },
  { ...clientFields.ipAddress, width: 'minmax(7.625rem, 8rem)', stack: 'over', cell: ({ ipAddress }) => ipAddress },
  { ...clientFields.macAddress, width: '9.25rem', stack: 'under', cell: ({ macAddress }) => macAddress },
  { ...clientFields.email, width: 'minmax(7.75rem, 1.2fr)', card: 'line', stack: 'over', cell: ({ email }) => email },
  {
    ...clientFields.phone,
    width: 'minmax(6.25rem, 8.5rem)',
    align: 'wrap',
    stack: 'under',
    cell: ({ phone }) => phone,
  },
  {
    ...clientFields.exportAccess,
    width: 'minmax(4.5rem, 5.75rem)',
    stack: 'over',
    cell: ({ exportAccess }) => exportAccessLabels[exportAccess],
  },
  {
    ...clientFields.connected,
    width: 'minmax(4.75rem, 5rem)',
    stack: 'under',
    tone: ({ connected }) => (connected ? 'success' : 'neutral'),
    cell: ({ connected }) => (connected ? 'Online' : 'Offline'),
  },
];

const actionsColumn = ({ edit, setPassword, impersonate, remove }: ClientActions): ClientColumn => ({
  title: 'Действия',
  width: '7.75rem',
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

const figureColumns = (timeZone: ZoneOffsets): ClientColumn<ListedClient>[] => [
  {
    ...listedClientFields.words,
    width: 'minmax(4.125rem, 5rem)',
    align: 'end',
    stack: 'over',
    cell: ({ words }) => formatNumber(words),
  },
  {
    ...listedClientFields.recentPosts,
    width: 'minmax(4.125rem, 5rem)',
    align: 'end',
    stack: 'under',
    cell: ({ recentPosts }) => formatNumber(recentPosts),
  },
  {
    ...listedClientFields.signedInAt,
    width: '7.5rem',
    align: 'wrap',
    stack: 'over',
    cell: ({ signedInAt }) => (signedInAt === null ? '—' : (formatDateTime(signedInAt, timeZone) ?? messages.badDate)),
  },
];

/** Our own backend only. */
export const listedClientColumns = (
  actions: ClientActions,
  selection: Selection<string>,
  timeZone: ZoneOffsets,
): ClientColumn<ListedClient>[] => [
  selectColumn(selection, ({ id }) => id, clientLabel),
  ...dataColumns,
  ...figureColumns(timeZone),
  { ...actionsColumn(actions), stack: 'under' },
];
