/** Opens the sidebar on narrow screens, as a popover and so without any script. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/shell.module.css';
import { Logo } from './logo.tsx';
import { sidebarId } from './sidebar.tsx';

export function TopBar({ productName }: { productName: string }) {
  return (
    <section aria-label="Верхняя панель" className={styles.topBar}>
      <button
        type="button"
        className={controls.iconButton}
        data-icon="menu"
        popoverTarget={sidebarId}
        aria-label="Меню"
      />
      <Logo />
      <span>{productName}</span>
    </section>
  );
}
