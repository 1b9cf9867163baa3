/** Opens the sidebar on narrow screens, as a popover and so without any script. */
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
