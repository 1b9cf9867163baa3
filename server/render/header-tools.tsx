/** What stands at the end of a page's header: the look of its table, the list of keys, the theme. */
import type { IconName } from '../../client/components/icon.tsx';
import { IconButton } from '../../client/components/icon-button.tsx';
import styles from '../../client/styles/shell.module.css';
import type { Theme } from '../../shared/preferences.ts';
import { shortcutsDialogId } from './shortcuts-dialog.tsx';
import { tableViewDialogId } from './table-view-dialog.tsx';
import { ThemeMenu } from './theme-menu.tsx';

function OpenerButton({ label, icon, opens }: { label: string; icon: IconName; opens: string }) {
  return (
    <IconButton label={label} icon={icon} title={label} aria-haspopup="dialog" data-opens={opens} data-scripted="" />
  );
}

export function HeaderTools({ hasTable, theme }: { hasTable: boolean; theme: Theme }) {
  return (
    <div className={styles.headerTools}>
      {hasTable && <OpenerButton label="Вид таблицы" icon="table-view" opens={tableViewDialogId} />}
      <span className={styles.forKeyboards}>
        <OpenerButton label="Горячие клавиши" icon="keyboard" opens={shortcutsDialogId} />
      </span>
      <ThemeMenu theme={theme} />
    </div>
  );
}
