/** The saved views in local storage, with an existing backend. The code of the list loads when there are any. */

import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { localViewsKey, saveViewId } from '../../shared/page-names.ts';
import { useLazyComponent } from '../components/lazy.tsx';
import type { ShownFilters } from '../islands/posts/filter-names.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { readLocal } from '../lib/storage.ts';
import controls from '../styles/controls.module.css';
import styles from '../styles/feed-overview.module.css';
import type { LocalViewsListProps } from './local-views-list.tsx';
import viewsStyles from './saved-views-list.module.css';
import { useViewDialog } from './use-view-dialog.tsx';

const importList = () => import('./local-views-list.tsx').then(({ LocalViewsList }) => LocalViewsList);

function LocalViews(props: LocalViewsListProps) {
  const { user } = useIslandContext().viewer;
  const { Component, load } = useLazyComponent<LocalViewsListProps>(importList);
  const { changes } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new but equivalent function in every render
  useEffect(() => {
    if (changes > 0 || readLocal(localViewsKey(user)) !== null) void load();
  }, [changes]);
  return Component && <Component {...props} />;
}

export const SaveViewButton = (props: ComponentProps<'button'>) => (
  <button type="button" id={saveViewId} aria-haspopup="dialog" data-scripted="" {...props}>
    Сохранить фильтр
  </button>
);

export function LocalLine({ shown }: { shown: ShownFilters }) {
  const [changes, setChanges] = useState(0);
  const saver = useRef<HTMLButtonElement>(null);
  const dialog = useViewDialog(
    shown,
    () => setChanges(changes + 1),
    () => saver.current?.focus(),
  );
  return (
    <div className={styles.localLine}>
      <div className={viewsStyles.local}>
        <LocalViews current={shown.query.view} openerOf={dialog.openerOf} changes={changes} />
      </div>
      <SaveViewButton
        ref={saver}
        className={`${controls.button} ${controls.buttonGhost}`}
        {...dialog.openerOf({ action: 'create', view: null })}
      />
      {dialog.element}
    </div>
  );
}
