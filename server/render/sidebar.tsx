/** The sidebar of every signed-in page (docs/product.md, section 2, Layout); on narrow screens a popover. */
import styles from '../../client/styles/sidebar.module.css';
import type { Capability } from '../../shared/capabilities.ts';
import type { Viewer } from '../../shared/roles.ts';
import { homePath, type PageName } from '../../shared/routes.ts';
import { MainMenu } from './main-menu.tsx';
import { ShellIcon } from './shell-icon.tsx';
import { UserBlock } from './user-block.tsx';

export const sidebarId = 'sidebar';

type SidebarProps = {
  viewer: Viewer;
  current: PageName | null;
  settings: { basePath: string; productName: string };
  capabilities: readonly Capability[];
  mayImpersonate: boolean;
  collapsed: boolean;
};

/** client/shell/sidebar.ts changes the button's state; its text and the width follow `data-sidebar` of the document. */
function CollapseButton({ collapsed }: { collapsed: boolean }) {
  return (
    <button
      type="button"
      id="sidebar-toggle"
      className={styles.collapse}
      aria-expanded={!collapsed}
      aria-controls={sidebarId}
      data-scripted
    >
      <ShellIcon name="sidebar" />
      <span className={styles.whenExpanded}>Свернуть меню</span>
      <span className={styles.whenCollapsed}>Развернуть меню</span>
    </button>
  );
}

export function Sidebar({ viewer, current, settings, capabilities, mayImpersonate, collapsed }: SidebarProps) {
  const { basePath, productName } = settings;
  const isAdmin = viewer.user.type === 'admin';
  return (
    <aside id={sidebarId} popover="auto" className={styles.sidebar} aria-label="Боковая панель">
      <a href={basePath + homePath} className={styles.brand}>
        <ShellIcon name="logo" />
        <span>{productName}</span>
      </a>
      <MainMenu current={current} isAdmin={isAdmin} capabilities={capabilities} basePath={basePath} />
      <UserBlock viewer={viewer} current={current} basePath={basePath} mayImpersonate={mayImpersonate} />
      <CollapseButton collapsed={collapsed} />
    </aside>
  );
}
