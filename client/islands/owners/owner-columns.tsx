/** The columns of the sources table (docs/product.md, section 2, Owners screen). */
import { type Owner, type OwnerSortColumn, ownerFields } from '../../../shared/fields/owners.ts';
import { ownerTypeLabel } from '../../../shared/rules/owner.ts';
import { RowAction, RowLink } from '../../components/buttons.tsx';
import type { OpenerProps } from '../../components/lazy.tsx';
import { Avatar, DomainLink } from '../../components/source.tsx';
import type { Column } from '../../components/table-column.ts';

/** Each function returns the props of a row's button. */
export type OwnerActions = { edit: (owner: Owner) => OpenerProps; remove: (owner: Owner) => OpenerProps };

/** `hasCards`: rows link to the card of their source. */
export function ownerColumns(
  basePath: string,
  hasCards: boolean,
  actions: OwnerActions,
): Column<Owner, OwnerSortColumn>[] {
  return [
    { ...ownerFields.id, width: '112px', cell: ({ id }) => id },
    { ...ownerFields.type, width: '136px', cell: ({ type }) => ownerTypeLabel(type) },
    {
      ...ownerFields.name,
      width: 'minmax(0, 2fr)',
      card: 'heading',
      cell: ({ id, name }, control) => (
        <a href={`${basePath}/ldvknf/posts?owner=${id}`} {...control}>
          {name || 'Без названия'}
        </a>
      ),
    },
    {
      ...ownerFields.domain,
      width: 'minmax(0, 1fr)',
      cell: ({ domain }, control) => domain && <DomainLink domain={domain} control={control} />,
    },
    {
      ...ownerFields.photoUrl,
      width: '72px',
      cell: ({ name, photoUrl }) => <Avatar name={name} photoUrl={photoUrl} />,
    },
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
