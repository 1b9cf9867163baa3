/** The list «Мои фильтры»: links to saved views of the feed with their counts of new posts, and their actions. */

import { formatNumber } from '../../shared/format.ts';
import { opensDialog, overviewIds, type SavedViewAction } from '../../shared/page-names.ts';
import { IconButton } from '../components/buttons.tsx';
import controls from '../styles/controls.module.css';
import menu from '../styles/popover-menu.module.css';
import styles from './saved-views-list.module.css';

/** `fresh` is null while it is unknown. Only an editable view has actions. */
export type ShownView = { id: number; name: string; href: string; fresh: number | null; editable: boolean };

type SavedViewsListProps = {
  views: readonly ShownView[];
  /** The ID of the opened view. */
  current: number | null;
};

const actions = [
  { action: 'rename', label: 'Переименовать' },
  { action: 'delete', label: 'Удалить' },
] as const satisfies { action: SavedViewAction; label: string }[];

/** The IDs keep the focus when the list is replaced. */
function ViewActions({ id, name, linkId }: Pick<ShownView, 'id' | 'name'> & { linkId: string }) {
  const menuId = `${linkId}-menu`;
  return (
    <>
      <IconButton id={`${linkId}-actions`} label={`Действия с фильтром ${name}`} icon="more" popoverTarget={menuId} />
      <div id={menuId} popover="auto" className={menu.menu}>
        {actions.map(({ action, label }) => (
          <button
            key={action}
            type="button"
            id={`${linkId}-${action}`}
            className={menu.choice}
            aria-describedby={linkId}
            data-view-id={String(id)}
            data-view-name={name}
            data-action={action}
            {...opensDialog('saved-view')}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}

export function SavedViewsList({ views, current }: SavedViewsListProps) {
  if (views.length === 0) return null;
  return (
    <div className={styles.views}>
      <span id={overviewIds.views}>Мои фильтры</span>
      <ul aria-labelledby={overviewIds.views}>
        {views.map(({ id, name, href, fresh, editable }) => {
          const linkId = `${overviewIds.views}-${id}`;
          return (
            <li key={id}>
              <a id={linkId} href={href} aria-current={id === current ? 'true' : undefined}>
                <span className={styles.name}>{name}</span>{' '}
                <span className={fresh === null ? styles.fresh : `${styles.fresh} ${controls.badge}`}>
                  {fresh !== null && `новых: ${formatNumber(fresh)}`}
                </span>
              </a>
              {editable && <ViewActions id={id} name={name} linkId={linkId} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
