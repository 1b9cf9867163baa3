/** The columns of the clients table (docs/product/clients.md). */
import {
  type Client,
  type ClientSortColumn,
  type ListedClient,
  listedClientFields,
} from '../../../shared/fields/clients.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandContext } from '../../../shared/pages/islands.ts';
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

type ClientColumn = Column<ListedClient, ClientSortColumn>;

/**
 * With the columns of figures, the minimum widths add up to 700 px when stacked, which is the width of the table in a window of
 * 1,000 px, and to 1,214 px otherwise. Addresses never wrap.
 */
const dataColumns: readonly ClientColumn[] = [
  { ...listedClientFields.id, width: 'minmax(3.25rem, 5.75rem)', align: 'wrap', cell: ({ id }) => id },
  { ...listedClientFields.name, width: 'minmax(6.5rem, 1.7fr)', card: 'heading', cell: ({ name }) => name },
  {
    ...listedClientFields.ipAddress,
    width: 'minmax(7.625rem, 8rem)',
    stack: 'over',
    cell: ({ ipAddress }) => ipAddress,
  },
  { ...listedClientFields.macAddress, width: '9.25rem', stack: 'under', cell: ({ macAddress }) => macAddress },
  {
    ...listedClientFields.email,
    width: 'minmax(7.75rem, 1.2fr)',
    card: 'line',
    stack: 'over',
    cell: ({ email }) => email,
  },
  {
    ...listedClientFields.phone,
    width: 'minmax(6.25rem, 8.5rem)',
    align: 'wrap',
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
    width: 'minmax(4.75rem, 5rem)',
    stack: 'under',
    tone: ({ connected }) => (connected ? 'success' : 'neutral'),
    cell: ({ connected }) => (connected ? 'Online' : 'Offline'),
  },
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
];

const signInColumn = (timeZone: ZoneOffsets): ClientColumn => ({
  ...listedClientFields.signedInAt,
  width: '7.5rem',
  align: 'wrap',
  stack: 'over',
  cell: ({ signedInAt }) => (signedInAt === null ? '—' : (formatDateTime(signedInAt, timeZone) ?? messages.badDate)),
});

const actionsColumn = ({ edit, setPassword, impersonate, remove }: ClientActions): ClientColumn => ({
  title: 'Действия',
  on: 'both',
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

export const clientColumns = (
  actions: ClientActions,
  selection: Selection<string>,
  { timeZone, backendKind }: Pick<IslandContext, 'timeZone' | 'backendKind'>,
): ClientColumn[] => [
  selectColumn(selection, ({ id }) => id, clientLabel),
  ...dataColumns,
  signInColumn(timeZone),
  // Below the sign-in.
  { ...actionsColumn(actions), ...(backendKind === 'own' && { stack: 'under' }) },
];
