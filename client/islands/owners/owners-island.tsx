/** The sources screen (docs/product/sources.md). */

import { useMemo } from 'react';
import { defaultOwnerSort, loadOwnersPage } from '../../../shared/api/owners.ts';
import {
  type ListedOwner,
  listedOwnerFields,
  type Owner,
  type OwnerSortColumn,
  ownerSortColumns,
  plainOwnerSortColumns,
} from '../../../shared/fields/owners.ts';
import { formatNumber, shownName } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { ownersPageSize } from '../../../shared/rules/limits.ts';
import { ownerTypeLabel } from '../../../shared/rules/owner.ts';
import { AddButton, RowAction, RowLink } from '../../components/buttons.tsx';
import { type OpenerProps, useChangeDialog } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Avatar, DomainLink } from '../../components/source.tsx';
import type { Column } from '../../components/table-column.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { useSortedList } from '../../lib/use-sorted-list.ts';

/** Each function returns the props of a row's button. */
export type OwnerActions = { edit: (owner: Owner) => OpenerProps; remove: (owner: Owner) => OpenerProps };

type OwnerColumn = Column<ListedOwner, OwnerSortColumn>;

const figureColumns: readonly OwnerColumn[] = [
  {
    ...listedOwnerFields.recentPosts,
    width: '6.5rem',
    align: 'end',
    cell: ({ recentPosts }) => formatNumber(recentPosts),
  },
  {
    ...listedOwnerFields.copies,
    width: '6.5rem',
    align: 'end',
    cell: ({ recentPosts, copies }) => (recentPosts === 0 ? '—' : copies),
  },
];

/** `hasCards`: rows link to the card of their source. */
export function ownerColumns(
  { basePath, hasCards, hasFigures }: { basePath: string; hasCards: boolean; hasFigures: boolean },
  actions: OwnerActions,
): OwnerColumn[] {
  return [
    { ...listedOwnerFields.id, width: '7rem', cell: ({ id }) => id },
    { ...listedOwnerFields.type, width: '8.5rem', cell: ({ type }) => ownerTypeLabel(type) },
    {
      ...listedOwnerFields.name,
      width: 'minmax(0, 2fr)',
      card: 'heading',
      cell: ({ id, name }, control) => (
        <a href={`${basePath}/ldvknf/posts?owner=${id}`} {...control}>
          {shownName(name)}
        </a>
      ),
    },
    {
      ...listedOwnerFields.domain,
      width: 'minmax(0, 1fr)',
      cell: ({ domain }, control) => domain && <DomainLink domain={domain} control={control} />,
    },
    {
      ...listedOwnerFields.photoUrl,
      width: '4.5rem',
      cell: ({ name, photoUrl }) => <Avatar name={name} photoUrl={photoUrl} />,
    },
    ...(hasFigures ? figureColumns : []),
    {
      title: 'Действия',
      width: hasCards ? '7rem' : '5rem',
      actions: true,
      cell: (owner, control) => (
        <>
          {hasCards && (
            <RowLink
              label="Карточка источника"
              icon="owner-card"
              href={`${basePath}/ldvknf/owners/${owner.id}`}
              control={control}
            />
          )}
          <RowAction label="Редактировать" icon="edit" {...control} {...actions.edit(owner)} />
          <RowAction label="Удалить" icon="remove" {...control} {...actions.remove(owner)} />
        </>
      ),
    },
  ];
}

const importEditor = () => import('./owner-dialogs.tsx').then(({ OwnerDialog }) => OwnerDialog);
const importRemoval = () => import('./owner-dialogs.tsx').then(({ OwnerRemoval }) => OwnerRemoval);

export function OwnersIsland({ first, ...initial }: IslandProps['owners']) {
  const { basePath, backendKind } = useIslandContext();
  const hasCards = backendKind === 'own';
  const hasFigures = backendKind === 'own';
  const { list, links, search } = useSortedList({
    initial,
    first,
    columns: hasFigures ? ownerSortColumns : plainOwnerSortColumns,
    defaultSort: defaultOwnerSort,
    pageSize: ownersPageSize,
    keyOf: idOf,
    pageCall: loadOwnersPage,
  });
  const editor = useChangeDialog(importEditor, list.refresh);
  const removal = useChangeDialog(importRemoval, list.refresh);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () =>
      ownerColumns(
        { basePath, hasCards, hasFigures },
        {
          edit: (owner) => editor.openerProps({ owner }),
          remove: (owner) => removal.openerProps({ owner }),
        },
      ),
    [basePath, hasCards, hasFigures],
  );

  return (
    <>
      {hasFigures && <SearchField label="Найти источник" {...search} />}
      <ListTable
        label="Источники"
        emptyText={search.search === '' ? messages.noOwners : messages.nothingFound}
        columns={columns}
        list={list}
        {...links}
        keyOf={idOf}
        rowHeight={44}
        cardBase={66}
        // In reused elements, names of one and of two lines would cause a layout shift.
        layout={hasFigures ? 'lines' : undefined}
      >
        <AddButton {...editor.openerProps({ owner: null })}>Добавить источник</AddButton>
      </ListTable>
      {editor.element}
      {removal.element}
    </>
  );
}
