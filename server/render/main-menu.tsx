/** The main menu: the pages that the viewer may open and the backend supports, in the order of `menu`. */
import styles from '../../client/styles/sidebar.module.css';
import type { Capability } from '../../shared/capabilities.ts';
import { type InnerPageName, isOffered, type MenuEntry, menu, type PageName, routeOf } from '../../shared/routes.ts';
import { ShellIcon } from './shell-icon.tsx';

type MainMenuProps = {
  current: PageName | null;
  isAdmin: boolean;
  capabilities: readonly Capability[];
  basePath: string;
};

function MenuLink({ page, current, basePath }: { page: InnerPageName; current: PageName | null; basePath: string }) {
  const { path, title } = routeOf(page);
  return (
    <a href={basePath + path} aria-current={page === current ? 'page' : undefined}>
      <ShellIcon name={page} />
      <span>{title}</span>
    </a>
  );
}

function isOpen({ page, children = [], details = [] }: MenuEntry, current: PageName | null): boolean {
  return current !== null && children.length > 0 && [page, ...children, ...details].some((name) => name === current);
}

export function MainMenu({ current, isAdmin, capabilities, basePath }: MainMenuProps) {
  const isShown = (page: InnerPageName) => {
    const route = routeOf(page);
    return (isAdmin || route.access !== 'admin') && isOffered(route, capabilities);
  };
  const entries = menu.filter(({ page }) => isShown(page));
  return (
    <nav aria-label="Главное меню" className={styles.menu}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.page}>
            <MenuLink page={entry.page} current={current} basePath={basePath} />
            {isOpen(entry, current) && (
              <ul className={styles.submenu}>
                {entry.children?.filter(isShown).map((child) => (
                  <li key={child}>
                    <MenuLink page={child} current={current} basePath={basePath} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
