import type { BackendKind } from '../backend-kind.ts';
import { wallLabels } from '../rules/walls.ts';
import { type FieldTable, type RowOf, type SortColumnOf, sortColumnsOf } from './field.ts';

/** `type` is one of `ownerTypes` (shared/rules/owner.ts), or any other text from the backend. */
export const ownerFields = {
  id: { api: 'OwnerID', type: 'id', title: 'ID', on: 'both', name: 'owners.id', sort: 'owner_id', chars: 14 },
  type: {
    api: 'OwnerType',
    type: 'text',
    title: 'Тип',
    on: 'both',
    name: 'owners.type',
    sort: 'owner_type',
    chars: 16,
  },
  name: { api: 'Name', type: 'nullable', named: true, title: 'Название', on: 'both', sort: 'name', chars: 50 },
  domain: {
    api: 'Domain',
    type: 'nullable',
    title: 'Домен',
    on: 'both',
    name: 'owners.domain',
    sort: 'domain',
    chars: 30,
  },
  photoUrl: { api: 'PhotoURL', type: 'nullable', title: 'Фото', on: 'both', name: 'owners.photo', chars: 40 },
} as const satisfies FieldTable;

/**
 * Our own backend only: the rows of posts in the last 30 days that the viewer sees, the share of copies, and whether the viewer
 * follows the wall; for administrators, whether anybody does. `wallLagMs`: since its last complete reading; null without one.
 */
export const listedOwnerFields = {
  ...ownerFields,
  recentPosts: {
    api: 'RecentPosts',
    type: 'count',
    title: 'Постов за 30 дней',
    on: 'own',
    name: 'owners.posts',
    sort: 'recent_posts',
    chars: 12,
  },
  copies: {
    api: 'CopiesPercent',
    type: 'count',
    title: 'Повторов, %',
    on: 'own',
    name: 'owners.copies',
    sort: 'copies_percent',
    chars: 12,
  },
  wall: { api: 'Wall', type: { labels: wallLabels }, title: 'Стена', on: 'own', name: 'owners.wall', chars: 14 },
  wallLagMs: { api: 'WallLagMs', type: 'figure', title: 'Отставание', on: 'own', name: 'owners.lag', chars: 14 },
} as const satisfies FieldTable;

export type Owner = RowOf<typeof ownerFields>;
export type ListedOwner = RowOf<typeof listedOwnerFields>;
export type OwnerSortColumn = SortColumnOf<typeof listedOwnerFields>;
export const ownerSortColumns: Record<BackendKind, readonly OwnerSortColumn[]> = {
  specified: sortColumnsOf(ownerFields),
  own: sortColumnsOf(listedOwnerFields),
};
