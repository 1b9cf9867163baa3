/** The sources screen (docs/product.md, section 2, Owners screen). */
import { useMemo } from 'react';
import { defaultOwnerSort, loadOwnersPage } from '../../../shared/api/owners.ts';
import { type Owner, type OwnerSortColumn, ownerSortColumns } from '../../../shared/fields/owners.ts';
import { orderOf, type Sort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { ownersPageSize } from '../../../shared/rules/limits.ts';
import { Icon } from '../../components/icon.tsx';
import { useLazyDialog } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { useSortedPage } from '../../lib/use-url-state.ts';
import controls from '../../styles/controls.module.css';
import { ownerColumns } from './owner-columns.tsx';

const keyOf = ({ id }: Owner) => id;

const rowHeight = 44;
const cardBase = 66;

const importEditor = () => import('./owner-dialog.tsx').then(({ OwnerDialog }) => OwnerDialog);
const importRemoval = () => import('./owner-removal.tsx').then(({ OwnerRemoval }) => OwnerRemoval);

export function OwnersIsland({ first, ...initial }: IslandProps['owners']) {
  const { basePath, capabilities } = useIslandContext();
  const hasCards = capabilities.includes('cards');
  const pageCall = (order: Sort<OwnerSortColumn>, offset: number) => loadOwnersPage({ offset, ...orderOf(order) });
  const { sort, page, tableSort, firstPageHref, nextPageHref } = useSortedPage(
    initial,
    ownerSortColumns,
    defaultOwnerSort,
    (next) => list.preload(pageCall(next.sort, (next.page - 1) * ownersPageSize)),
  );
  const list = usePagedList({
    pageSize: ownersPageSize,
    keyOf,
    pageCall: (offset) => pageCall(sort, offset),
    firstPage: page,
    first,
  });
  const notify = useNotify();
  const editor = useLazyDialog(importEditor);
  const removal = useLazyDialog(importRemoval);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () =>
      ownerColumns(basePath, hasCards, {
        edit: (owner) => editor.openerProps({ owner }),
        remove: (owner) => removal.openerProps({ owner }),
      }),
    [basePath, hasCards],
  );

  function onAdded(text: string) {
    editor.close();
    notify({ kind: 'success', text });
    list.refresh();
  }

  function onRemoved(text: string) {
    removal.close();
    notify({ kind: 'success', text });
    list.refresh();
  }

  function onRemovalFailure(text: string) {
    removal.close();
    notify({ kind: 'failure', text });
  }

  return (
    <>
      <ListTable
        label="Источники"
        sort={tableSort}
        emptyText={messages.noOwners}
        nextPageHref={nextPageHref}
        {...{ columns, list, keyOf, rowHeight, cardBase }}
        firstPageHref={firstPageHref}
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
      {editor.render({ onDone: onAdded })}
      {removal.render({ onDone: onRemoved, onFailure: onRemovalFailure })}
    </>
  );
}
