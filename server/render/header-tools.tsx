/** The controls in a page's header: keyboard shortcuts and theme. */
import { IconButton } from '../../client/components/icon-button.tsx';
import styles from '../../client/styles/shell.module.css';
import { opensDialog } from '../../shared/dialogs.ts';
import type { Theme } from '../../shared/preferences.ts';
import { ThemeMenu } from './theme-menu.tsx';

const label = 'Горячие клавиши';

export function HeaderTools({ theme }: { theme: Theme }) {
  return (
    <div className={styles.headerTools}>
      <span className={styles.forKeyboards}>
        <IconButton label={label} icon="keyboard" {...opensDialog('shortcuts')} />
      </span>
      <ThemeMenu theme={theme} />
    </div>
  );
}
