/** The sources screen (section 2 of the specification, Owners screen). */
import { useMemo } from 'react';
import {
  defaultOwnerSort,
  loadOwnersPage,
  type Owner,
  type OwnersPage,
  ownerSortColumns,
} from '../../../shared/api/owners.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import { orderOf } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { ownersPageSize } from '../../../shared/rules/limits.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Icon } from '../../components/icon.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { MessageBar, useMessage } from '../../components/message-bar.tsx';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useLazyComponent } from '../../lib/use-lazy-component.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { type PagedSource, usePagedList } from '../../lib/use-paged-list.ts';
import { useSortedPage } from '../../lib/use-sorted-page.ts';
import controls from '../../styles/controls.module.css';
import { ownerColumns } from './owner-columns.tsx';

const source: PagedSource<OwnersPage, Owner> = {
  pageSize: ownersPageSize,
  rowsOf: (page) => page.owners,
  keyOf: (owner) => owner.id,
};

const rowHeight = 44;
const cardBase = 66;

const importDialog = () => import('./owner-dialog.tsx').then(({ OwnerDialog }) => OwnerDialog);
const importRemoval = () => import('./owner-removal.tsx').then(({ OwnerRemoval }) => OwnerRemoval);

/** What is being changed: a source to edit, null for a new one; or a source to delete. */
type Change = { kind: 'edit'; owner: Owner | null } | { kind: 'remove'; owner: Owner };

export function OwnersIsland({ first, ...initial }: IslandProps['owners']) {
  const { basePath } = useIslandContext();
  const { sort, page, tableSort, firstPageHref, nextPageHref } = useSortedPage(
    initial,
    ownerSortColumns,
    defaultOwnerSort,
  );
  const list = usePagedList(source, {
    pageCall: (offset) => loadOwnersPage({ offset, ...orderOf(sort) }),
    firstPage: page,
    first,
  });
  const [message, setMessage] = useMessage();
  const { opened: change, open, close } = useOpened<Change>(setMessage);
  const dialog = useLazyComponent(importDialog);
  const removal = useLazyComponent(importRemoval);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new at every render and do the same
  const columns = useMemo(
    () =>
      ownerColumns(basePath, {
        edit: (owner) => open(dialog, { kind: 'edit', owner }),
        remove: (owner) => open(removal, { kind: 'remove', owner }),
        preloadEdit: dialog.preload,
        preloadRemove: removal.preload,
      }),
    [basePath],
  );

  function added(text: string) {
    close();
    setMessage({ kind: 'success', text });
    void list.reload();
  }

  function refused(text: string) {
    close();
    setMessage({ kind: 'failure', text });
  }

  return (
    <>
      <ListToolbar list={list} onRefresh={() => void list.reload()} firstPageHref={firstPageHref}>
        <button
          type="button"
          className={`${controls.button} ${controls.buttonPrimary}`}
          data-scripted=""
          onClick={() => open(dialog, { kind: 'edit', owner: null })}
          {...dialog.preload}
        >
          <Icon name="add" />
          Добавить источник
        </button>
      </ListToolbar>
      <DataTable
        label="Источники"
        columns={columns}
        list={list}
        keyOf={source.keyOf}
        rowHeight={rowHeight}
        cardBase={cardBase}
        sort={tableSort}
        emptyText={messages.noOwners}
        nextPageHref={nextPageHref}
      />
      <MessageBar message={message} onClose={() => setMessage(null)} />
      {change?.kind === 'edit' && dialog.Component && (
        <dialog.Component owner={change.owner} onDone={added} onClose={close} />
      )}
      {change?.kind === 'remove' && removal.Component && (
        <removal.Component owner={change.owner} onFailure={refused} onClose={close} />
      )}
    </>
  );
}
