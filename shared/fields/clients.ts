import { exportAccessLabels } from '../rules/client.ts';
import { type FieldTable, type RowOf, type SortColumnOf, sortColumnsOf } from './field.ts';

export const clientFields = {
  id: { api: 'client_id', type: 'text', title: 'ID', on: 'both', name: 'clients.id', sort: 'client_id', chars: 18 },
  name: { api: 'name', type: 'text', named: true, title: 'Имя', on: 'both', sort: 'name', chars: 40 },
  ipAddress: { api: 'ipaddr', type: 'text', title: 'IP-адрес', on: 'both', name: 'clients.ip', chars: 18 },
  macAddress: { api: 'macaddr', type: 'text', title: 'MAC-адрес', on: 'both', name: 'clients.mac', chars: 20 },
  email: { api: 'email', type: 'text', title: 'Email', on: 'both', name: 'clients.email', chars: 28 },
  phone: { api: 'phone', type: 'text', title: 'Телефон', on: 'both', name: 'clients.phone', chars: 20 },
  note: { api: 'note', type: 'text' },
  exportAccess: {
    api: 'export_access',
    type: { labels: exportAccessLabels },
    title: 'Экспорт',
    on: 'both',
    name: 'clients.export',
    sort: 'export_access',
    chars: 12,
  },
  keepCommentsDays: { api: 'keep_comments_days', type: 'figure' },
  version: { api: 'version', type: 'reference' },
  connected: { api: 'connected', type: 'boolean', title: 'Связь', on: 'both', name: 'clients.connected', chars: 10 },
} as const satisfies FieldTable;

/**
 * Our own backend only. `words` counts the client's phrases, `recentPosts` their rows of posts in the last 30 days.
 */
export const listedClientFields = {
  ...clientFields,
  words: { api: 'words', type: 'count', title: 'Фраз', on: 'own', name: 'clients.words', sort: 'words', chars: 10 },
  recentPosts: {
    api: 'recent_posts',
    type: 'count',
    title: 'Постов за 30 дней',
    on: 'own',
    name: 'clients.posts',
    chars: 12,
  },
  signedInAt: {
    api: 'signed_in_at',
    type: 'time',
    title: 'Последний вход',
    on: 'own',
    name: 'clients.signed_in',
    sort: 'signed_in_at',
    chars: 17,
  },
} as const satisfies FieldTable;

export type Client = RowOf<typeof clientFields>;
export type ListedClient = RowOf<typeof listedClientFields>;
export type ClientSortColumn = SortColumnOf<typeof listedClientFields>;
export const clientSortColumns = sortColumnsOf(listedClientFields);
