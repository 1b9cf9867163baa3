/** The list «Мои фильтры»: links to saved views of the feed, with the number of new posts and a menu of actions. */

import type { ButtonHTMLAttributes } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { isolate } from '../../shared/isolate.ts';
import { opensDialog, overviewIds, type SavedViewAction } from '../../shared/page-names.ts';
import { IconButton } from '../components/buttons.tsx';
import controls from '../styles/controls.module.css';
import menu from '../styles/popover-menu.module.css';
import styles from './saved-views-list.module.css';

/** `version` is null in local storage. `fresh` is null while it is unknown. A view that is not editable can only be pinned and unpinned. */
export type ShownView = {
  id: number;
  name: string;
  query: string;
  version: number | null;
  href: string;
  fresh: number | null;
  editable: boolean;
  pinned: boolean;
};

type SavedViewsListProps = {
  views: readonly ShownView[];
  /** The ID of the opened view. */
  current: number | null;
  /** Attributes of the buttons that change a view. */
  refusal?: Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'title'>;
};

const actions: Record<SavedViewAction, string> = {
  update: 'Обновить фильтр',
  rename: 'Переименовать',
  pin: 'Закрепить',
  unpin: 'Открепить',
  delete: 'Удалить',
};

function actionsOf({ editable, pinned }: ShownView): SavedViewAction[] {
  const pin = pinned ? 'unpin' : 'pin';
  return editable ? ['update', 'rename', pin, 'delete'] : [pin];
}

type ViewActionsProps = Pick<SavedViewsListProps, 'refusal'> & { view: ShownView; linkId: string };

/** The IDs let elements survive a reload of the list (client/islands/posts/overview-slot.tsx). */
function ViewActions({ view, linkId, refusal }: ViewActionsProps) {
  const { id, name, query, version } = view;
  // What the dialogs of these actions are opened with.
  const opened = { 'data-view-query': query, 'data-view-version': version ?? undefined };
  const menuId = `${linkId}-menu`;
  return (
    <>
      <IconButton
        id={`${linkId}-actions`}
        label={`Действия с фильтром ${isolate(name)}`}
        icon="more"
        popoverTarget={menuId}
      />
      <div id={menuId} popover="auto" className={menu.menu}>
        {actionsOf(view).map((action) => (
          <button
            key={action}
            type="button"
            id={`${linkId}-${action}`}
            className={menu.choice}
            aria-describedby={linkId}
            data-view-id={String(id)}
            data-view-name={name}
            data-action={action}
            {...(action === 'update' || action === 'rename' ? opened : {})}
            {...opensDialog('saved-view')}
            aria-haspopup={action.endsWith('pin') ? undefined : 'dialog'}
            {...refusal}
          >
            {actions[action]}
          </button>
        ))}
      </div>
    </>
  );
}

export function SavedViewsList({ views, current, refusal }: SavedViewsListProps) {
  if (views.length === 0) return null;
  return (
    <div className={styles.views}>
      <span id={overviewIds.views}>Мои фильтры</span>
      <ul aria-labelledby={overviewIds.views}>
        {views.map((view) => {
          const { id, name, href, fresh } = view;
          const linkId = `${overviewIds.views}-${id}`;
          return (
            <li key={id} id={`${linkId}-item`}>
              <a id={linkId} href={href} aria-current={id === current ? 'true' : undefined}>
                <span className={styles.name}>{name}</span>{' '}
                <span className={fresh === null ? styles.fresh : `${styles.fresh} ${controls.badge}`}>
                  {fresh !== null && `новых: ${formatNumber(fresh)}`}
                </span>
              </a>
              <ViewActions {...{ view, linkId, refusal }} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
