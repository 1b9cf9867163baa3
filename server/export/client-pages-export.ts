/** The clients of a backend with pages of them (capability `bulk`): those that the search of the address finds. */

import { loadClientsPage, parseClientsQuery } from '../../shared/api/clients.ts';
import type { ListedClient } from '../../shared/fields/clients.ts';
import * as messages from '../../shared/messages.ts';
import { clientsPageSize } from '../../shared/rules/limits.ts';
import { type ExportColumn, type ExportList, fieldColumn, filterFact, shownColumns, sortFact } from './export-table.ts';
import { readByOffset } from './read-by-offset.ts';

export const figureExportColumns: readonly ExportColumn<ListedClient>[] = [
  fieldColumn('words', ({ words }) => words, {
    title: 'Фраз',
    name: 'clients.words',
    sort: 'words',
    kind: 'number',
    width: 10,
  }),
  fieldColumn('recent_posts', ({ recentPosts }) => recentPosts, {
    title: 'Постов за 30 дней',
    name: 'clients.posts',
    kind: 'number',
    width: 12,
  }),
  fieldColumn('signed_in_at', ({ signedInAt }) => signedInAt, {
    title: 'Последний вход',
    name: 'clients.signed_in',
    sort: 'signed_in_at',
    kind: 'time',
    width: 17,
  }),
];

/** `columns` come before those of the figures. */
export const clientPagesExport = (columns: readonly ExportColumn<ListedClient>[]): ExportList<ListedClient> => ({
  name: 'clients',
  count: async ({ send, query }) =>
    (await send(loadClientsPage(parseClientsQuery(query), { limit: 1, offset: 0 }))).total,
  open(input) {
    const query = parseClientsQuery(input.query);
    const all = [...columns, ...figureExportColumns];
    return {
      columns: shownColumns(all, input),
      batches: readByOffset({
        async load(offset, limit) {
          const { clients, total } = await input.sendRows(loadClientsPage(query, { limit, offset }));
          return { rows: clients, total };
        },
        keyOf: ({ id }: ListedClient) => id,
        screenRows: clientsPageSize,
        failure: messages.loadClients,
      }),
      facts: () => [...filterFact('Найти клиента', query.search), sortFact(all, query.sort)],
    };
  },
});
