/** The filters of the sidebar in the feed, where they follow it, and saved views have a menu of actions. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Call } from '../../shared/api/call.ts';
import { loadViews, openView } from '../../shared/api/views.ts';
import { isolate } from '../../shared/isolate.ts';
import { sidebarFiltersId } from '../../shared/page-names.ts';
import type { Loaded, SidebarLists } from '../../shared/pages/islands.ts';
import { countReadyView, type ReadyView, readyViews } from '../../shared/pages/ready-views.ts';
import { IconButton } from '../components/buttons.tsx';
import { useChangeProps } from '../components/lazy.tsx';
import type { ShownFilters } from '../islands/posts/filter-names.ts';
import { callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { listen } from '../lib/page.ts';
import { useFollowedReply } from '../lib/use-followed-reply.ts';
import menu from '../styles/popover-menu.module.css';
import {
  isEmpty,
  ReadyCount,
  type ShownView,
  SidebarFilters,
  type SidebarFiltersProps,
  viewLinkId,
} from './sidebar-filters.tsx';
import { useLocalViews } from './use-local-views.ts';
import { useViewDialog } from './use-view-dialog.tsx';
import type { SavedViewAction } from './view.ts';

const actions: Record<Exclude<SavedViewAction, 'create'>, string> = {
  update: 'Обновить фильтр',
  rename: 'Переименовать',
  pin: 'Закрепить',
  unpin: 'Открепить',
  delete: 'Удалить',
};

function actionsOf({ editable, pinned }: ShownView): (keyof typeof actions)[] {
  const pin = pinned ? 'unpin' : 'pin';
  return editable ? ['update', 'rename', pin, 'delete'] : [pin];
}

type ViewActionsProps = {
  view: ShownView;
  openerOf: ReturnType<typeof useViewDialog>['openerOf'];
  onMenu: (open: boolean) => void;
};

function ViewActions({ view, openerOf, onMenu }: ViewActionsProps) {
  const changeProps = useChangeProps();
  const linkId = viewLinkId(view);
  const menuId = `${linkId}-menu`;
  return (
    <>
      <IconButton label={`Действия с фильтром ${isolate(view.name)}`} icon="more" popoverTarget={menuId} />
      <div id={menuId} popover="auto" className={menu.menu} onToggle={({ newState }) => onMenu(newState === 'open')}>
        {actionsOf(view).map((action) => (
          <button
            key={action}
            type="button"
            className={menu.choice}
            aria-describedby={linkId}
            aria-haspopup={action.endsWith('pin') ? undefined : 'dialog'}
            {...changeProps(openerOf({ action, view }))}
          >
            {actions[action]}
          </button>
        ))}
      </div>
    </>
  );
}

/**
 * Empties the element of the server's filters, and returns it. A link that has the focus keeps it. When the island fails, the
 * server's filters come back.
 */
function usePlace(): HTMLElement | null {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const focused = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const element = document.getElementById(sidebarFiltersId);
    const served = [...(element?.childNodes ?? [])];
    focused.current = element?.querySelector<HTMLAnchorElement>('a:focus')?.search;
    element?.replaceChildren();
    setPlace(element);
    return () => element?.prepend(...served);
  }, []);
  useLayoutEffect(() => {
    const links = place?.querySelectorAll('a') ?? [];
    [...links].find(({ search }) => search === focused.current)?.focus();
  }, [place]);
  return place;
}

export type FeedSidebarProps = {
  shown: ShownFilters;
  /** A change of the number loads the lists again. */
  refreshes: number;
};

type FeedFiltersProps = Pick<FeedSidebarProps, 'shown'> & Pick<SidebarFiltersProps, 'views' | 'error' | 'counts'>;

function FeedFilters({ shown, views, ...lists }: FeedFiltersProps) {
  const { query } = shown;
  const place = usePlace();
  const dialog = useViewDialog(shown, () => place?.focus());
  const empty = isEmpty({ views, ...lists });
  useLayoutEffect(() => {
    if (place) place.hidden = empty;
  }, [place, empty]);
  const [hasMenu, setHasMenu] = useState(false);
  // An open menu would close if its item moved, so the list waits until it is closed.
  const listed = useRef(views);
  if (!hasMenu) listed.current = views;
  const filters = (
    <SidebarFilters
      {...lists}
      views={listed.current}
      actionsOf={(view) => <ViewActions view={view} openerOf={dialog.openerOf} onMenu={setHasMenu} />}
      path=""
      sort={query.sort}
      feed={query}
    />
  );
  return (
    <>
      {place && createPortal(filters, place)}
      {dialog.element}
    </>
  );
}

/** An administrator who acts as a client does not open the view in the client's name. */
function useOpenedView(opened: number | null, reload: () => void): void {
  const { viewer } = useIslandContext();
  // The server has opened the view of the page.
  const last = useRef(opened);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another view is opened
  useEffect(() => {
    const isOpened = opened !== null && opened !== last.current && !viewer.impersonation;
    last.current = opened;
    if (isOpened) callApi(openView(opened), { background: true }).then(reload, () => undefined);
  }, [opened]);
}

type FollowedCountProps = { call: Call<number>; first: Loaded<number | null> | null; refreshes: number };

function FollowedCount({ call, first, refreshes }: FollowedCountProps) {
  const { data } = useFollowedReply<number | null>(call, first, refreshes);
  return typeof data === 'number' && <ReadyCount count={data} />;
}

function OwnSidebar({ shown, refreshes, first }: FeedSidebarProps & { first: SidebarLists }) {
  const { data, error, reload } = useFollowedReply(loadViews(), first.views, refreshes);
  useOpenedView(shown.query.view, reload);
  const countOf = (view: ReadyView, index: number) => {
    const call = countReadyView(view);
    return (
      call && <FollowedCount key={view.name} call={call} first={first.ready?.[index] ?? null} refreshes={refreshes} />
    );
  };
  return (
    <FeedFilters
      shown={shown}
      views={data ?? []}
      error={data ? null : error}
      counts={first.ready && readyViews.map(countOf)}
    />
  );
}

const LocalSidebar = ({ shown }: FeedSidebarProps) => (
  <FeedFilters shown={shown} views={useLocalViews()} error={null} counts={null} />
);

const isPressed = (): boolean => document.getElementById(sidebarFiltersId)?.matches(':active') ?? false;

/** Waits until no link of the server's filters is pressed: a link that is replaced while it is pressed gets no click. */
export function FeedSidebar(props: FeedSidebarProps) {
  const { sidebar } = useIslandContext();
  const [waits, setWaits] = useState(isPressed);
  useEffect(() => {
    // The click follows the event at once.
    const onReleased = () => void setTimeout(setWaits, 0, false);
    return listen({ pointerup: onReleased, pointercancel: onReleased });
  }, []);
  if (waits) return null;
  return sidebar ? <OwnSidebar {...props} first={sidebar} /> : <LocalSidebar {...props} />;
}
