import { type FieldTable, type RowOf, type SortColumnOf, sortColumnsOf } from './field.ts';

/** `type` is a name of shared/rules/owner.ts, or another one of the backend. */
export const ownerFields = {
  id: { api: 'OwnerID', type: 'id', title: 'ID', name: 'owners.id', sort: 'owner_id', chars: 14 },
  type: { api: 'OwnerType', type: 'text', title: 'Тип', name: 'owners.type', sort: 'owner_type', chars: 16 },
  name: { api: 'Name', type: 'nullable', title: 'Название', sort: 'name', chars: 50 },
  domain: { api: 'Domain', type: 'nullable', title: 'Домен', name: 'owners.domain', sort: 'domain', chars: 30 },
  photoUrl: { api: 'PhotoURL', type: 'nullable', title: 'Фото', name: 'owners.photo', chars: 40 },
} as const satisfies FieldTable;

export type Owner = RowOf<typeof ownerFields>;
export type OwnerSortColumn = SortColumnOf<typeof ownerFields>;
export const ownerSortColumns = sortColumnsOf(ownerFields);
