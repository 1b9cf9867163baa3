/** The clients: all of them in one reply, or pages (client-pages-export.ts). */

import { loadClients } from '../../shared/api/clients.ts';
import type { Client } from '../../shared/fields/clients.ts';
import { exportAccessLabels } from '../../shared/rules/client.ts';
import { clientPagesExport } from './client-pages-export.ts';
import {
  batchRows,
  type ExportColumn,
  type ExportInput,
  type ExportList,
  fieldColumn,
  shownColumns,
} from './export-table.ts';

export const clientExportColumns: readonly ExportColumn<Client>[] = [
  fieldColumn('client_id', ({ id }) => id, {
    title: 'ID',
    name: 'clients.id',
    sort: 'client_id',
    kind: 'text',
    width: 18,
  }),
  fieldColumn('name', ({ name }) => name, { title: 'Имя', sort: 'name', kind: 'text', width: 40 }),
  fieldColumn('ipaddr', ({ ipAddress }) => ipAddress, {
    title: 'IP-адрес',
    name: 'clients.ip',
    kind: 'text',
    width: 18,
  }),
  fieldColumn('macaddr', ({ macAddress }) => macAddress, {
    title: 'MAC-адрес',
    name: 'clients.mac',
    kind: 'text',
    width: 20,
  }),
  fieldColumn('email', ({ email }) => email, { title: 'Email', name: 'clients.email', kind: 'text', width: 28 }),
  fieldColumn('phone', ({ phone }) => phone, { title: 'Телефон', name: 'clients.phone', kind: 'text', width: 20 }),
  {
    title: 'Экспорт',
    name: 'clients.export',
    sort: 'export_access',
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

async function* readClients({ sendRows }: ExportInput): AsyncGenerator<readonly Client[]> {
  const clients = await sendRows(loadClients());
  for (let start = 0; start < clients.length; start += batchRows) yield clients.slice(start, start + batchRows);
}

const allClientsExport: ExportList<Client> = {
  name: 'clients',
  count: async ({ send }) => (await send(loadClients())).length,
  open: (input) => ({
    columns: shownColumns(clientExportColumns, input),
    batches: readClients(input),
    facts: () => [],
  }),
};
const pagesExport = clientPagesExport(clientExportColumns);

const listFor = ({ capabilities }: ExportInput): ExportList =>
  capabilities.includes('bulk') ? pagesExport : allClientsExport;

export const clientsExport: ExportList = {
  name: 'clients',
  count: (input) => listFor(input).count(input),
  open: (input) => listFor(input).open(input),
};
