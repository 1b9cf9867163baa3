/** The bar on narrow screens. Its button opens the sidebar as a popover, without JavaScript. */
import { IconButton } from '../../client/components/buttons.tsx';
import styles from '../../client/styles/shell.module.css';
import { ShellIcon } from './shell-icon.tsx';
import { sidebarId } from './sidebar.tsx';

export function TopBar({ productName }: { productName: string }) {
  return (
    <section aria-label="Верхняя панель" className={styles.topBar}>
      <IconButton label="Меню" icon="menu" popoverTarget={sidebarId} />
      <ShellIcon name="logo" />
      <span>{productName}</span>
    </section>
  );
}
