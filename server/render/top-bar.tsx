/** Opens the sidebar on narrow screens, as a popover and so without any script. */
import { Icon } from '../../client/components/icon.tsx';
import * as icons from '../../client/components/icon-paths.ts';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/shell.module.css';
import { Logo } from './logo.tsx';
import { sidebarId } from './sidebar.tsx';

export function TopBar({ productName }: { productName: string }) {
  return (
    <section aria-label="Верхняя панель" className={styles.topBar}>
      <button type="button" className={controls.iconButton} popoverTarget={sidebarId} aria-label="Меню">
        <Icon path={icons.menu} />
      </button>
      <Logo />
      <span>{productName}</span>
    </section>
  );
}
