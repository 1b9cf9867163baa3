/** The list «Мои фильтры»: links to saved views of the feed, with the number of new posts and a menu of actions. */

import { type ButtonHTMLAttributes, type FocusEvent, useRef, useState } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { isolate } from '../../shared/isolate.ts';
import { IconButton } from '../components/buttons.tsx';
import controls from '../styles/controls.module.css';
import menu from '../styles/popover-menu.module.css';
import styles from './saved-views-list.module.css';
import type { ViewOpener } from './use-view-dialog.tsx';
import type { SavedViewAction, View } from './view.ts';

/** `fresh` is null while it is unknown. A view that is not editable can only be pinned and unpinned. */
export type ShownView = View & { href: string; fresh: number | null; editable: boolean; pinned: boolean };

type SavedViewsListProps = {
  views: readonly ShownView[];
  /** The ID of the opened view. */
  current: number | null;
  /** Attributes of the buttons that change a view. */
  refusal?: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'title'>;
  openerOf: ViewOpener;
};

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

type ViewActionsProps = Pick<SavedViewsListProps, 'refusal' | 'openerOf'> & {
  view: ShownView;
  linkId: string;
  onMenu: (open: boolean) => void;
};

function ViewActions({ view, linkId, refusal, openerOf, onMenu }: ViewActionsProps) {
  const { name } = view;
  const menuId = `${linkId}-menu`;
  return (
    <>
      <IconButton label={`Действия с фильтром ${isolate(name)}`} icon="more" popoverTarget={menuId} />
      <div id={menuId} popover="auto" className={menu.menu} onToggle={({ newState }) => onMenu(newState === 'open')}>
        {actionsOf(view).map((action) => (
          <button
            key={action}
            type="button"
            className={menu.choice}
            aria-describedby={linkId}
            data-scripted=""
            aria-haspopup={action.endsWith('pin') ? undefined : 'dialog'}
            {...openerOf({ action, view })}
            {...refusal}
          >
            {actions[action]}
          </button>
        ))}
      </div>
    </>
  );
}

const listId = 'saved-views';

/** Browsers leave a focused control that the end of the line hides in part. */
const showWhole = ({ target }: FocusEvent) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export function SavedViewsList({ views: loaded, current, ...actions }: SavedViewsListProps) {
  const [hasMenu, setHasMenu] = useState(false);
  // An open menu would close if its item moved, so the list waits until it is closed.
  const shown = useRef(loaded);
  if (!hasMenu) shown.current = loaded;
  const views = shown.current;
  if (views.length === 0) return null;
  return (
    <div className={styles.views}>
      <span id={listId}>Мои фильтры</span>
      <ul aria-labelledby={listId} onFocus={showWhole}>
        {views.map((view) => {
          const { id, name, href, fresh } = view;
          const linkId = `${listId}-${id}`;
          return (
            <li key={id}>
              <a id={linkId} href={href} aria-current={id === current ? 'true' : undefined}>
                <span className={styles.name}>{name}</span>{' '}
                <span className={fresh === null ? styles.fresh : `${styles.fresh} ${controls.badge}`}>
                  {fresh !== null && `новых: ${formatNumber(fresh)}`}
                </span>
              </a>
              <ViewActions view={view} linkId={linkId} {...actions} onMenu={setHasMenu} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
