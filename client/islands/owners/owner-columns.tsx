/** The columns of the sources table (docs/product.md, section 2, Owners screen). */
import {
  type ListedOwner,
  listedOwnerFields,
  type Owner,
  type OwnerSortColumn,
} from '../../../shared/fields/owners.ts';
import { formatNumber } from '../../../shared/format.ts';
import { ownerTypeLabel } from '../../../shared/rules/owner.ts';
import { RowAction, RowLink } from '../../components/buttons.tsx';
import type { OpenerProps } from '../../components/lazy.tsx';
import { Avatar, DomainLink } from '../../components/source.tsx';
import type { Column } from '../../components/table-column.ts';

/** Each function returns the props of a row's button. */
export type OwnerActions = { edit: (owner: Owner) => OpenerProps; remove: (owner: Owner) => OpenerProps };

type OwnerColumn = Column<ListedOwner, OwnerSortColumn>;

const figureColumns: readonly OwnerColumn[] = [
  {
    ...listedOwnerFields.recentPosts,
    width: '104px',
    align: 'end',
    cell: ({ recentPosts }) => formatNumber(recentPosts),
  },
  {
    ...listedOwnerFields.copies,
    width: '104px',
    align: 'end',
    cell: ({ recentPosts, copies }) => (recentPosts === 0 ? '—' : copies),
  },
];

/** `hasCards`: rows link to the card of their source. `hasFigures`: the capability `sources`. */
export function ownerColumns(
  { basePath, hasCards, hasFigures }: { basePath: string; hasCards: boolean; hasFigures: boolean },
  actions: OwnerActions,
): OwnerColumn[] {
  return [
    { ...listedOwnerFields.id, width: '112px', cell: ({ id }) => id },
    { ...listedOwnerFields.type, width: '136px', cell: ({ type }) => ownerTypeLabel(type) },
    {
      ...listedOwnerFields.name,
      width: 'minmax(0, 2fr)',
      card: 'heading',
      cell: ({ id, name }, control) => (
        <a href={`${basePath}/ldvknf/posts?owner=${id}`} {...control}>
          {name || 'Без названия'}
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
      width: '72px',
      cell: ({ name, photoUrl }) => <Avatar name={name} photoUrl={photoUrl} />,
    },
    ...(hasFigures ? figureColumns : []),
    {
      title: 'Действия',
      width: hasCards ? '112px' : '80px',
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
