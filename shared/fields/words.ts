import { wordStateLabels } from '../rules/word-states.ts';
import { type FieldTable, type RowOf, type SortColumnOf, sortColumnsOf } from './field.ts';

/**
 * `clients` is empty for a client, and its column is for administrators only. `totalPosts` is the stored count. `reason` is the
 * network's answer that caused the state `error`. `deletedAt` is RFC 3339.
 */
export const wordFields = {
  id: { api: 'WordID', type: 'id', title: 'ID', on: 'both', name: 'words.id', sort: 'word_id', chars: 10 },
  text: { api: 'Text', type: 'text', title: 'Текст', on: 'both', sort: 'text', chars: 50 },
  clients: { api: 'Clients', type: 'texts', title: 'Клиенты', on: 'both', name: 'words.clients', chars: 30 },
  state: {
    api: 'State',
    type: { labels: wordStateLabels },
    title: 'Статус',
    on: 'both',
    name: 'words.state',
    sort: 'state',
    chars: 14,
  },
  running: {
    api: 'Running',
    type: 'boolean',
    title: 'Сбор',
    on: 'both',
    name: 'words.running',
    sort: 'running',
    chars: 8,
  },
  fullSearch: {
    api: 'FullSearch',
    type: 'boolean',
    title: 'Полный поиск',
    on: 'both',
    name: 'words.full_search',
    sort: 'full_search',
    chars: 14,
  },
  totalPosts: {
    api: 'TotalPosts',
    type: 'count',
    title: 'Посты',
    on: 'both',
    name: 'words.posts',
    sort: 'total_posts',
    chars: 10,
  },
  updatedAt: {
    api: 'UpdateDt',
    type: 'time',
    title: 'Обновлено',
    on: 'both',
    name: 'words.updated',
    sort: 'update_dt',
    chars: 17,
  },
  version: { api: 'Version', type: 'reference' },
  reason: { api: 'Reason', type: 'optional' },
  deletedAt: { api: 'DeletedAt', type: 'optional' },
  deletedBy: { api: 'DeletedBy', type: 'optional' },
} as const satisfies FieldTable;

export type Word = RowOf<typeof wordFields>;
export type WordSortColumn = SortColumnOf<typeof wordFields>;
export const wordSortColumns = sortColumnsOf(wordFields);
