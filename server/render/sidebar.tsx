/** The sidebar of every signed-in page (docs/product/pages.md); on narrow screens a popover. */

import { isEmpty, ReadyCount, SidebarFilters } from '../../client/saved-views/sidebar-filters.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/sidebar.module.css';
import type { BackendKind } from '../../shared/backend-kind.ts';
import { isolate } from '../../shared/isolate.ts';
import { opensDialog, sidebarFiltersId } from '../../shared/page-names.ts';
import type { Loaded, SidebarLists } from '../../shared/pages/islands.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { parsePostSort } from '../../shared/pages/posts-query.ts';
import { readyViews } from '../../shared/pages/ready-views.ts';
import type { Preferences } from '../../shared/preferences.ts';
import { type AuthUser, displayName, initialsOf, refusalOf, roleLabelOf, type Viewer } from '../../shared/roles.ts';
import {
  homePath,
  isOffered,
  type MenuEntry,
  type MenuPageName,
  mayOpen,
  menu,
  type PageName,
  pathOf,
  routeOf,
} from '../../shared/routes.ts';
import { formatUnread } from '../../shared/rules/unread.ts';
import { sidebarId } from '../../shared/shell-names.ts';
import { ShellIcon, type ShellIconName } from './icons.tsx';

/** The data of the shell for a signed-in page. `basePath` is '' or `/prefix`. */
export type SidebarProps = {
  /** `name` is null on error pages. */
  route: { name: PageName | null };
  viewer: Viewer;
  settings: { productName: string; basePath: string; impersonation: boolean };
  backendKind: BackendKind;
  preferences: Pick<Preferences, 'sidebarCollapsed' | 'postsSort'>;
  lists: SidebarLists | null;
  /** The filters of the feed; null on other pages. */
  feed: PostsQuery | null;
  /** The number of unread posts; undefined when unknown. */
  unread?: number | undefined;
};

const unreadId = 'unread-posts';

/** client/shell/sidebar-lists.ts updates it. Hidden while there is nothing to read. */
const Unread = ({ count }: { count: number }) => (
  <small id={unreadId} className={styles.unread} hidden={count === 0}>
    <span className={controls.visuallyHidden}>{'непрочитанных: '}</span>
    <span data-unread={count}>{formatUnread(count)}</span>
  </small>
);

type MenuLinkProps = { page: MenuPageName; current: PageName | null; basePath: string; unread?: number | undefined };

function MenuLink({ page, current, basePath, unread }: MenuLinkProps) {
  const { path, title, placeholder } = routeOf(page);
  // The number is the link's description; its accessible name stays the title.
  return (
    <>
      <a
        href={basePath + path}
        // The style sheet shows it as a dot.
        title={placeholder && 'в разработке'}
        aria-current={page === current ? 'page' : undefined}
        aria-describedby={unread === undefined ? undefined : unreadId}
      >
        <ShellIcon name={page} />
        <span>{title}</span>
      </a>
      {unread !== undefined && <Unread count={unread} />}
    </>
  );
}

function isOpen({ page, children = [], details = [] }: MenuEntry, current: PageName | null): boolean {
  return current !== null && children.length > 0 && [page, ...children, ...details].some((name) => name === current);
}

/** The pages that the viewer may open and the backend supports, in the order of `menu`. */
function MainMenu({ route: { name: current }, viewer, settings: { basePath }, backendKind, unread }: SidebarProps) {
  const isShown = (page: MenuPageName) => {
    const route = routeOf(page);
    return mayOpen(route, viewer.user) && isOffered(route, backendKind);
  };
  const entries = menu.filter(({ page }) => isShown(page));
  return (
    <nav aria-label="Главное меню" className={styles.menu}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.page}>
            <MenuLink
              page={entry.page}
              current={current}
              basePath={basePath}
              {...(entry.page === 'posts' && { unread })}
            />
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

/** `data-local`: client/shell/local-filters.ts adds the views of the browser. */
function Filters({ lists, feed, backendKind, settings: { basePath }, preferences: { postsSort } }: SidebarProps) {
  const path = basePath + pathOf('posts');
  const countOf = ({ data }: Loaded<number | null>, index: number) =>
    typeof data === 'number' && <ReadyCount key={readyViews[index]?.name} count={data} />;
  const filters = {
    views: lists?.views.data ?? [],
    error: lists?.views.error ?? null,
    counts: lists?.ready?.map(countOf) ?? null,
  };
  return (
    <div
      id={sidebarFiltersId}
      tabIndex={-1}
      hidden={isEmpty(filters)}
      className={styles.filters}
      data-local={backendKind === 'own' || feed ? undefined : path}
    >
      <SidebarFilters
        {...filters}
        path={path}
        sort={feed?.sort ?? parsePostSort(postsSort)}
        feed={feed}
        actionsOf={() => null}
      />
    </div>
  );
}

/** The name, and what stands beside the role: the ID of a client that has a name, or a person's client. */
function namesOf(user: AuthUser, clientName: string): [name: string, other: string] {
  const name = displayName(user);
  return user.type === 'client' && user.person ? [name, isolate(clientName)] : [clientName, name];
}

function Identity({ viewer: { user }, lists }: Pick<SidebarProps, 'viewer' | 'lists'>) {
  const clientName = lists?.clientName ?? '';
  const [name, other] = clientName === '' ? [displayName(user), ''] : namesOf(user, clientName);
  return (
    <div className={styles.identity} title={other ? `${isolate(name)}, ${other}` : undefined}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.role}>
          {other ? <span>{roleLabelOf(user)}</span> : roleLabelOf(user)}
          {other && ` · ${other}`}
        </span>
      </span>
    </div>
  );
}

/** A button that posts a form, which works without JavaScript. */
function PostButton({ action, icon, label }: { action: string; icon: ShellIconName; label: string }) {
  return (
    <form method="post" action={action}>
      <button type="submit">
        <ShellIcon name={icon} />
        <span>{label}</span>
      </button>
    </form>
  );
}

function UserBlock({ route, viewer, lists, settings: { basePath, impersonation } }: SidebarProps) {
  return (
    <section aria-label="Пользователь" className={styles.user}>
      <Identity viewer={viewer} lists={lists} />
      <MenuLink page="profile" current={route.name} basePath={basePath} />
      {viewer.user.type === 'admin' && refusalOf(viewer) === null && impersonation && (
        <button type="button" {...opensDialog('impersonation')}>
          <ShellIcon name="act-as" />
          <span>Войти как клиент</span>
        </button>
      )}
      {viewer.impersonation && (
        <PostButton action={`${basePath}/impersonation/stop`} icon="act-as" label="Вернуться к администратору" />
      )}
      <PostButton action={`${basePath}/logout`} icon="sign-out" label="Выйти" />
    </section>
  );
}

/** client/entries/shell.ts changes the button's state; its text and the width follow `data-sidebar` of the document. */
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

export function Sidebar(props: SidebarProps) {
  const { basePath, productName } = props.settings;
  return (
    <aside id={sidebarId} popover="auto" className={styles.sidebar} aria-label="Боковая панель">
      <a href={basePath + homePath} className={styles.brand}>
        <ShellIcon name="logo" />
        <span>{productName}</span>
      </a>
      <button type="button" aria-keyshortcuts="Control+K" {...opensDialog('find')}>
        <ShellIcon name="find" />
        <span>Найти…</span>
      </button>
      <MainMenu {...props} />
      <Filters {...props} />
      <UserBlock {...props} />
      <CollapseButton collapsed={props.preferences.sidebarCollapsed} />
    </aside>
  );
}
