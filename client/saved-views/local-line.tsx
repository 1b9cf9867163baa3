/** With an existing backend, «Сохранить фильтр» is above the table. */
import { useRef } from 'react';
import type { ShownFilters } from '../islands/posts/filter-names.ts';
import controls from '../styles/controls.module.css';
import styles from '../styles/feed-overview.module.css';
import { SaveViewButton } from './save-view-button.tsx';
import { useViewDialog } from './use-view-dialog.tsx';

export function LocalLine({ shown }: { shown: ShownFilters }) {
  const saver = useRef<HTMLButtonElement>(null);
  const dialog = useViewDialog(shown, () => saver.current?.focus());
  return (
    <div className={styles.localLine}>
      <SaveViewButton
        ref={saver}
        className={`${controls.button} ${controls.buttonGhost}`}
        {...dialog.openerOf({ action: 'create', view: null })}
      />
      {dialog.element}
    </div>
  );
}
