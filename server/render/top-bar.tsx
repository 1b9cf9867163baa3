/** The bar on narrow screens. Its button opens the sidebar as a popover, without JavaScript. */
import { Icon } from '../../client/components/icon.tsx';
import { IconButton } from '../../client/components/icon-button.tsx';
import styles from '../../client/styles/shell.module.css';
import { sidebarId } from './sidebar.tsx';

export function TopBar({ productName }: { productName: string }) {
  return (
    <section aria-label="Верхняя панель" className={styles.topBar}>
      <IconButton label="Меню" icon="menu" popoverTarget={sidebarId} />
      <Icon name="logo" />
      <span>{productName}</span>
    </section>
  );
}
