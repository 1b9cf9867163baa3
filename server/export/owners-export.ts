/** The sources. */
import { defaultOwnerSort, loadOwnersPage } from '../../shared/api/owners.ts';
import { type Owner, ownerSortColumns } from '../../shared/fields/owners.ts';
import { orderOf, parseSort } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { ownersPageSize } from '../../shared/rules/limits.ts';
import { ownerTypeLabel } from '../../shared/rules/owner.ts';
import { type ExportColumn, type ExportList, fieldColumn, shownColumns, sortFact } from './export-table.ts';
import { readByOffset } from './read-by-offset.ts';

export const ownerExportColumns: readonly ExportColumn<Owner>[] = [
  fieldColumn('OwnerID', ({ id }) => id, {
    title: 'ID',
    name: 'owners.id',
    sort: 'owner_id',
    kind: 'number',
    width: 14,
  }),
  {
    title: 'Тип',
    name: 'owners.type',
    sort: 'owner_type',
    kind: 'text',
    width: 16,
    value: ({ type }) => ownerTypeLabel(type),
    fields: ({ type }) => ({ OwnerType: type }),
  },
  fieldColumn('Name', ({ name }) => name, { title: 'Название', sort: 'name', kind: 'text', width: 50 }),
  fieldColumn('Domain', ({ domain }) => domain, {
    title: 'Домен',
    name: 'owners.domain',
    sort: 'domain',
    kind: 'text',
    width: 30,
  }),
  fieldColumn('PhotoURL', ({ photoUrl }) => photoUrl, { title: 'Фото', name: 'owners.photo', kind: 'text', width: 40 }),
];

export const ownersExport: ExportList<Owner> = {
  name: 'owners',
  async count({ send }) {
    return (await send(loadOwnersPage({ limit: 1, offset: 0, ...orderOf(defaultOwnerSort) }))).total;
  },
  open(input) {
    const sort = parseSort(input.query.sort, ownerSortColumns, defaultOwnerSort);
    return {
      columns: shownColumns(ownerExportColumns, input),
      batches: readByOffset({
        async load(offset, limit) {
          const { owners, total } = await input.sendRows(loadOwnersPage({ limit, offset, ...orderOf(sort) }));
          return { rows: owners, total };
        },
        keyOf: ({ id }: Owner) => id,
        screenRows: ownersPageSize,
        failure: messages.loadOwners,
      }),
      facts: () => [sortFact(ownerExportColumns, sort)],
    };
  },
};
