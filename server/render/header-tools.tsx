/** The controls in a page's header: those of the page, keyboard shortcuts and theme. */
import type { ReactNode } from 'react';
import { IconButton } from '../../client/components/buttons.tsx';
import styles from '../../client/styles/shell.module.css';
import { opensDialog } from '../../shared/page-names.ts';
import type { Theme } from '../../shared/preferences.ts';
import { ThemeMenu } from './theme-menu.tsx';

const label = 'Горячие клавиши';

/** `children` come first. */
export function HeaderTools({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <div className={styles.headerTools}>
      {children}
      <span className={styles.forKeyboards}>
        <IconButton label={label} icon="keyboard" {...opensDialog('shortcuts')} />
      </span>
      <ThemeMenu theme={theme} />
    </div>
  );
}
