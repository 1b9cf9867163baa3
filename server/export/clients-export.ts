/** The clients, which the backend always returns in one reply. */
import { type Client, loadClients } from '../../shared/api/clients.ts';
import { exportAccessLabels } from '../../shared/rules/client.ts';
import { batchRows, type ExportColumn, type ExportInput, type ExportList, shownColumns } from './export-table.ts';

/** A column of texts whose field has the same text. */
const textColumn = (
  title: string,
  name: string,
  width: number,
  key: keyof Client,
  field: string,
): ExportColumn<Client> => ({
  title,
  ...(name === '' ? {} : { name }),
  kind: 'text',
  width,
  value: (client) => String(client[key]),
  fields: (client) => ({ [field]: client[key] }),
});

export const clientExportColumns: readonly ExportColumn<Client>[] = [
  textColumn('ID', 'clients.id', 18, 'id', 'client_id'),
  textColumn('Имя', '', 40, 'name', 'name'),
  textColumn('IP-адрес', 'clients.ip', 18, 'ipAddress', 'ipaddr'),
  textColumn('MAC-адрес', 'clients.mac', 20, 'macAddress', 'macaddr'),
  textColumn('Email', 'clients.email', 28, 'email', 'email'),
  textColumn('Телефон', 'clients.phone', 20, 'phone', 'phone'),
  {
    title: 'Экспорт',
    name: 'clients.export',
    kind: 'text',
    width: 12,
    value: ({ exportAccess }) => exportAccessLabels[exportAccess],
    fields: ({ exportAccess }) => ({ export_access: exportAccess }),
  },
  {
    title: 'Связь',
    name: 'clients.connected',
    kind: 'text',
    width: 10,
    value: ({ connected }) => (connected ? 'Online' : 'Offline'),
    fields: ({ connected }) => ({ connected }),
  },
];

async function* readClients({ send }: ExportInput): AsyncGenerator<readonly Client[]> {
  const clients = await send(loadClients());
  for (let start = 0; start < clients.length; start += batchRows) yield clients.slice(start, start + batchRows);
}

export const clientsExport: ExportList<Client> = {
  name: 'clients',
  count: async ({ send }) => (await send(loadClients())).length,
  open: (input) => ({
    columns: shownColumns(clientExportColumns, input),
    batches: readClients(input),
    facts: () => [],
  }),
};
