/** The main menu: the pages that the viewer may open, in the order of `menu`. */
import { Icon } from '../../client/components/icon.tsx';
import styles from '../../client/styles/sidebar.module.css';
import { type InnerPageName, menu, type PageName, routeOf } from '../../shared/routes.ts';

type MainMenuProps = { current: PageName | null; isAdmin: boolean; basePath: string };

function MenuLink({ page, current, basePath }: { page: InnerPageName; current: PageName | null; basePath: string }) {
  const { path, title } = routeOf(page);
  return (
    <a href={basePath + path} className={styles.item} aria-current={page === current ? 'page' : undefined}>
      <Icon name={page} />
      <span className={styles.label}>{title}</span>
    </a>
  );
}

export function MainMenu({ current, isAdmin, basePath }: MainMenuProps) {
  const entries = menu.filter(({ page }) => isAdmin || routeOf(page).access !== 'admin');
  const isOpen = (page: PageName, children: readonly PageName[]) =>
    current !== null && children.length > 0 && [page, ...children].includes(current);
  return (
    <nav aria-label="Главное меню" className={styles.menu}>
      <ul>
        {entries.map(({ page, children }) => (
          <li key={page}>
            <MenuLink page={page} current={current} basePath={basePath} />
            {isOpen(page, children) && (
              <ul className={styles.submenu}>
                {children.map((child) => (
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
