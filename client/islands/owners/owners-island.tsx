/** The sources screen (docs/product.md, section 2, Owners screen). */
import { useMemo } from 'react';
import { defaultOwnerSort, loadOwnersPage } from '../../../shared/api/owners.ts';
import { type ListedOwner, ownerSortColumns, plainOwnerSortColumns } from '../../../shared/fields/owners.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { ownersPageSize } from '../../../shared/rules/limits.ts';
import { Icon } from '../../components/icon.tsx';
import { useChangeDialog } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { useSortedList } from '../../lib/use-sorted-list.ts';
import controls from '../../styles/controls.module.css';
import { ownerColumns } from './owner-columns.tsx';

const keyOf = ({ id }: ListedOwner) => id;

const importEditor = () => import('./owner-dialog.tsx').then(({ OwnerDialog }) => OwnerDialog);
const importRemoval = () => import('./owner-removal.tsx').then(({ OwnerRemoval }) => OwnerRemoval);

export function OwnersIsland({ first, ...initial }: IslandProps['owners']) {
  const { basePath, capabilities } = useIslandContext();
  const hasCards = capabilities.includes('cards');
  const hasFigures = capabilities.includes('sources');
  const { list, links, search } = useSortedList({
    initial,
    first,
    columns: hasFigures ? ownerSortColumns : plainOwnerSortColumns,
    defaultSort: defaultOwnerSort,
    pageSize: ownersPageSize,
    keyOf,
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
        {...{ columns, list, ...links, keyOf, rowHeight: 44, cardBase: 66 }}
      >
        <button
          type="button"
          className={`${controls.button} ${controls.buttonPrimary}`}
          data-scripted=""
          {...editor.openerProps({ owner: null })}
        >
          <Icon name="add" />
          Добавить источник
        </button>
      </ListTable>
      {editor.element}
      {removal.element}
    </>
  );
}
