/** The columns of the clients table (docs/product/clients.md). */
import {
  type Client,
  type ClientSortColumn,
  type ListedClient,
  listedClientFields,
} from '../../../shared/fields/clients.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { exportAccessLabels } from '../../../shared/rules/client.ts';
import { RowAction } from '../../components/buttons.tsx';
import type { OpenerProps } from '../../components/lazy.tsx';
import type { Column } from '../../components/table-column.ts';

export const rowHeight = 52;
export const cardBase = 70;

/** Returns the props of a row's button. */
type Action = (client: Client) => OpenerProps;
/** `impersonate` is null if impersonation is off. */
export type ClientActions = { edit: Action; setPassword: Action; impersonate: Action | null; remove: Action };

type ClientColumn = Column<ListedClient, ClientSortColumn>;

const nameWidth = 'minmax(7.625rem, 1fr)';

/**
 * Each pair shares a track, so that the minimum widths add up to 740 px, the width of the table in a window of 1,024 px. The
 * style sheet shows the name over the ID. Addresses never wrap.
 */
const dataColumns = (addedId: string | null): ClientColumn[] => [
  {
    ...listedClientFields.id,
    width: nameWidth,
    stack: 'lower',
    tone: ({ id }) => (id === addedId ? 'accent' : null),
    cell: ({ id }) => id,
  },
  { ...listedClientFields.name, width: nameWidth, card: 'heading', stack: 'upper', cell: ({ name }) => name },
  {
    ...listedClientFields.ipAddress,
    width: 'minmax(8rem, 8.75rem)',
    stack: 'over',
    cell: ({ ipAddress }) => ipAddress,
  },
  {
    ...listedClientFields.macAddress,
    width: 'minmax(8rem, 8.75rem)',
    stack: 'under',
    cell: ({ macAddress }) => macAddress,
  },
  {
    ...listedClientFields.email,
    width: 'minmax(7.75rem, 13rem)',
    card: 'line',
    stack: 'over',
    cell: ({ email }) => email,
  },
  {
    ...listedClientFields.phone,
    width: 'minmax(7.75rem, 13rem)',
    stack: 'under',
    cell: ({ phone }) => phone,
  },
  {
    ...listedClientFields.exportAccess,
    width: 'minmax(4.5rem, 5.75rem)',
    stack: 'over',
    cell: ({ exportAccess }) => exportAccessLabels[exportAccess],
  },
  {
    ...listedClientFields.connected,
    width: 'minmax(4.5rem, 5.75rem)',
    stack: 'under',
    tone: ({ connected }) => (connected ? 'success' : 'neutral'),
    cell: ({ connected }) => (connected ? 'Online' : 'Offline'),
  },
  {
    ...listedClientFields.words,
    width: 'minmax(4.125rem, 6rem)',
    align: 'end',
    stack: 'over',
    cell: ({ words }) => formatNumber(words),
  },
  {
    ...listedClientFields.recentPosts,
    width: 'minmax(4.125rem, 6rem)',
    align: 'end',
    stack: 'under',
    cell: ({ recentPosts }) => formatNumber(recentPosts),
  },
];

const signInColumn = (timeZone: ZoneOffsets): ClientColumn => ({
  ...listedClientFields.signedInAt,
  width: 'minmax(5.25rem, 7.75rem)',
  align: 'wrap',
  cell: ({ signedInAt }) => (signedInAt === null ? '—' : (formatDateTime(signedInAt, timeZone) ?? messages.badDate)),
});

const actionsColumn = ({ edit, setPassword, impersonate, remove }: ClientActions): ClientColumn => ({
  title: 'Действия',
  on: 'both',
  width: 'minmax(6.5rem, 8.5rem)',
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

/** The ID of the client that was just added has a badge. */
export const clientColumns = (
  actions: ClientActions,
  timeZone: ZoneOffsets,
  addedId: string | null = null,
): ClientColumn[] => [...dataColumns(addedId), signInColumn(timeZone), actionsColumn(actions)];
