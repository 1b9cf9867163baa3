/** The sources screen (docs/product/sources.md). */

import { type ReactNode, useMemo } from 'react';
import { defaultOwnerSort, loadOwnersPage } from '../../../shared/api/owners.ts';
import type { BackendKind } from '../../../shared/backend-kind.ts';
import {
  type ListedOwner,
  listedOwnerFields,
  type Owner,
  type OwnerSortColumn,
  ownerSortColumns,
} from '../../../shared/fields/owners.ts';
import { formatNumber, shownName } from '../../../shared/format.ts';
import { formatDuration } from '../../../shared/format-duration.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { ownersPageSize } from '../../../shared/rules/limits.ts';
import { ownerTypeLabel } from '../../../shared/rules/owner.ts';
import { wallLabels } from '../../../shared/rules/walls.ts';
import { AddButton, Button } from '../../components/buttons.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type OpenerProps, useChangeDialog } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { OwnOnly } from '../../components/own-only.tsx';
import { actionsColumn } from '../../components/row-actions.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Avatar, DomainLink } from '../../components/source.tsx';
import type { Column } from '../../components/table-column.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { useSortedList } from '../../lib/use-sorted-list.ts';

/** Each function returns the props of a row's button. */
export type OwnerActions = { edit: (owner: Owner) => OpenerProps; remove: (owner: Owner) => OpenerProps };

type OwnerColumn = Column<ListedOwner, OwnerSortColumn>;

export function ownerColumns(basePath: string, backendKind: BackendKind, actions: OwnerActions): OwnerColumn[] {
  return [
    { ...listedOwnerFields.id, width: '6rem', cell: ({ id }) => id },
    { ...listedOwnerFields.type, width: '7rem', cell: ({ type }) => ownerTypeLabel(type) },
    {
      ...listedOwnerFields.name,
      width: 'minmax(6.75rem, 2fr)',
      card: 'heading',
      cell: ({ id, name }, control) => (
        <a href={`${basePath}/ldvknf/posts?owner=${id}`} {...control}>
          {shownName(name)}
        </a>
      ),
    },
    {
      ...listedOwnerFields.domain,
      width: 'minmax(5rem, 1fr)',
      cell: ({ domain }, control) => domain && <DomainLink domain={domain} control={control} />,
    },
    {
      ...listedOwnerFields.photoUrl,
      width: '3.25rem',
      cell: ({ name, photoUrl }) => <Avatar name={name} photoUrl={photoUrl} />,
    },
    {
      ...listedOwnerFields.recentPosts,
      width: 'minmax(5rem, 6rem)',
      align: 'end',
      cell: ({ recentPosts }) => formatNumber(recentPosts),
    },
    {
      ...listedOwnerFields.copies,
      width: '5.5rem',
      align: 'end',
      cell: ({ recentPosts, copies }) => (recentPosts === 0 ? '—' : copies),
    },
    { ...listedOwnerFields.wall, width: '8rem', align: 'wrap', cell: ({ wall }) => wallLabels[wall] },
    {
      ...listedOwnerFields.wallLagMs,
      width: '5.75rem',
      cell: ({ wallLagMs }) => (wallLagMs === null ? '—' : formatDuration(wallLagMs)),
    },
    actionsColumn(
      [
        {
          label: 'Карточка источника',
          icon: 'owner-card',
          on: 'own',
          href: ({ id }) => `${basePath}/ldvknf/owners/${id}`,
        },
        { label: 'Редактировать', icon: 'edit', on: 'both', open: actions.edit },
        { label: 'Удалить', icon: 'remove', on: 'both', open: actions.remove },
      ],
      backendKind,
    ),
  ];
}

/**
 * Columns of figures leave little room: in reused elements, names of one and of two lines would cause a layout shift. The state of a
 * wall takes two lines of a card.
 */
const shapes = { specified: { cardBase: 66 }, own: { cardBase: 82, layout: 'lines' } } as const;

const importEditor = () => import('./owner-dialogs.tsx').then(({ OwnerDialog }) => OwnerDialog);
const importSourceList = () => import('./source-list-dialog.tsx').then(({ SourceListDialog }) => SourceListDialog);
const importRemoval = () => import('./owner-dialogs.tsx').then(({ OwnerRemoval }) => OwnerRemoval);

const emptyTexts: Record<BackendKind, (isSearch: boolean) => ReactNode> = {
  specified: () => messages.noOwners,
  own: (isSearch) =>
    isSearch ? (
      <EmptyState title={messages.nothingFound} hint="Проверьте написание." />
    ) : (
      <EmptyState title={messages.noOwners} hint="Источники появляются с первыми постами." />
    ),
};

export function OwnersIsland({ first, ...initial }: IslandProps['owners']) {
  const { basePath, backendKind } = useIslandContext();
  const { list, links, search } = useSortedList({
    initial,
    first,
    columns: ownerSortColumns[backendKind],
    defaultSort: defaultOwnerSort,
    pageSize: ownersPageSize,
    keyOf: idOf,
    pageCall: loadOwnersPage,
  });
  const editor = useChangeDialog(importEditor, list.refresh);
  const removal = useChangeDialog(importRemoval, list.refresh);
  const sourceList = useChangeDialog(importSourceList, list.refresh);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () =>
      ownerColumns(basePath, backendKind, {
        edit: (owner) => editor.openerProps({ owner }),
        remove: (owner) => removal.openerProps({ owner }),
      }),
    [basePath, backendKind],
  );

  return (
    <>
      <OwnOnly>
        <SearchField label="Найти источник" {...search} />
      </OwnOnly>
      <ListTable
        label="Источники"
        emptyText={emptyTexts[backendKind](search.search !== '')}
        columns={columns}
        list={list}
        {...links}
        keyOf={idOf}
        rowHeight={44}
        {...shapes[backendKind]}
      >
        <OwnOnly>
          <Button data-scripted="" {...sourceList.openerProps({})}>
            Добавить списком
          </Button>
        </OwnOnly>
        <AddButton {...editor.openerProps({ owner: null })}>Добавить источник</AddButton>
      </ListTable>
      {editor.element}
      {removal.element}
      {sourceList.element}
    </>
  );
}
