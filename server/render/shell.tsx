/** The layout around every page: sidebar and header, or one narrow column on signed-out pages. */

import type { ReactNode } from 'react';
import { IconButton } from '../../client/components/buttons.tsx';
import messageStyles from '../../client/components/message-bar.module.css';
import { messagesId } from '../../client/components/message-bar.tsx';
import controls from '../../client/styles/controls.module.css';
import banner from '../../client/styles/impersonation-banner.module.css';
import menuStyles from '../../client/styles/popover-menu.module.css';
import styles from '../../client/styles/shell.module.css';
import { isolate } from '../../shared/isolate.ts';
import { opensDialog, themeMenuId } from '../../shared/page-names.ts';
import type { ImpersonationState, Viewer } from '../../shared/roles.ts';
import type { PageName } from '../../shared/routes.ts';
import { clientLabel } from '../../shared/rules/client.ts';
import { impersonationTimeLeft } from '../../shared/rules/impersonation.ts';
import { formatTimeLeft } from '../../shared/rules/time-left.ts';
import { sidebarId } from '../../shared/shell-names.ts';
import { ShellIcon } from './icons.tsx';
import { Notices } from './notices.tsx';
import { Sidebar, type SidebarProps } from './sidebar.tsx';

/** The bar on narrow screens. Its button opens the sidebar as a popover, without JavaScript. */
function TopBar({ productName }: { productName: string }) {
  return (
    <section aria-label="Верхняя панель" className={styles.topBar}>
      <IconButton label="Меню" icon="menu" popoverTarget={sidebarId} />
      <ShellIcon name="logo" />
      <span>{productName}</span>
    </section>
  );
}

/** A popover, which client/shell/theme-menu.ts fills. */
const ThemeMenu = () => (
  <div data-scripted>
    <button type="button" className={`${controls.button} ${controls.buttonGhost}`} popoverTarget={themeMenuId}>
      <ShellIcon name="theme" />
      <span className={menuStyles.title}>Тема</span>
    </button>
    <div id={themeMenuId} popover="auto" role="radiogroup" aria-label="Тема" className={menuStyles.menu} />
  </div>
);

/** The controls in a page's header: the page's own, keyboard shortcuts and theme. */
function HeaderTools({ children }: { children: ReactNode }) {
  return (
    <div className={styles.headerTools}>
      {children}
      <span className={styles.forKeyboards}>
        <IconButton label="Горячие клавиши" icon="keyboard" {...opensDialog('shortcuts')} />
      </span>
      <ThemeMenu />
    </div>
  );
}

type ImpersonationBannerProps = {
  impersonation: ImpersonationState;
  clientName: string;
  basePath: string;
  now: number;
};

/**
 * Shows an active impersonation with its remaining time. client/shell/impersonation-banner.ts counts down from `data-time-left`
 * (milliseconds), because the browser's own clock may be wrong.
 */
function ImpersonationBanner({ impersonation, clientName, basePath, now }: ImpersonationBannerProps) {
  const timeLeft = impersonationTimeLeft(impersonation, now);
  return (
    <div role="status" id="impersonation-banner" className={banner.banner} data-time-left={timeLeft}>
      <p className={banner.text}>
        Вы работаете как клиент <b>{impersonation.impersonatedClientId}</b> от имени{' '}
        <b>{impersonation.impersonatedBy}</b>
        {clientName !== '' && ` · ${clientName}`}
      </p>
      {impersonation.readOnly && <p className={banner.mode}>Только просмотр</p>}
      <span role="timer" aria-live="off" aria-label="Осталось времени" className={banner.timer}>
        {formatTimeLeft(timeLeft)}
      </span>
      <p role="alert" hidden className={banner.warning}>
        Осталась минута
      </p>
      <form method="post" action={`${basePath}/impersonation/stop`}>
        <button type="submit" className={controls.button}>
          Вернуться к администратору
        </button>
      </form>
    </div>
  );
}

/** `viewer` is null on signed-out pages; `now` is in milliseconds. */
export type ShellProps = Omit<SidebarProps, 'route' | 'viewer'> & {
  route: { title: string; description: string; path: string; name: PageName | null };
  viewer: Viewer | null;
  now: number;
  /** Controls of the page in its header. */
  tools?: ReactNode;
  children: ReactNode;
};

function PageTitle({ route }: Pick<ShellProps, 'route'>) {
  return (
    <div className={styles.title}>
      <h1>{route.title}</h1>
      {route.description && <p className={styles.description}>{route.description}</p>}
    </div>
  );
}

function SignedOutShell({ route, settings, children }: ShellProps) {
  return (
    <>
      <main id="main" className={styles.signedOut}>
        <p className={styles.signedOutBrand}>
          <ShellIcon name="logo" /> {settings.productName}
        </p>
        <PageTitle route={route} />
        {children}
      </main>
      <div className={messageStyles.stack}>
        <Notices />
      </div>
    </>
  );
}

/** Printouts show it. */
const printedClient = ({ user }: Viewer, name: string): string | undefined =>
  user.type === 'client' ? `Клиент: ${clientLabel({ id: user.client_id, name })}` : undefined;

function SignedInShell({ viewer, ...props }: ShellProps & { viewer: Viewer }) {
  const { route, settings, lists, now, tools, children } = props;
  const clientName = lists?.clientName ?? '';
  return (
    <>
      <a href="#main" className={styles.skipLink}>
        Перейти к содержимому
      </a>
      <div className={styles.frame}>
        <TopBar productName={settings.productName} />
        <Sidebar {...props} viewer={viewer} />
        <div className={viewer.impersonation ? `${styles.page} ${banner.withBanner}` : styles.page}>
          {viewer.impersonation && (
            <ImpersonationBanner
              impersonation={viewer.impersonation}
              clientName={isolate(clientName)}
              basePath={settings.basePath}
              now={now}
            />
          )}
          <header className={styles.header} data-page={route.name} data-client={printedClient(viewer, clientName)}>
            <PageTitle route={route} />
            <HeaderTools>{tools}</HeaderTools>
          </header>
          <main id="main" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <div id={messagesId} className={messageStyles.stack}>
            <Notices />
          </div>
        </div>
      </div>
    </>
  );
}

/** The content of `<body>`, except data and scripts. Rendered on the server only. */
export function Shell(props: ShellProps) {
  const { viewer } = props;
  return viewer ? <SignedInShell {...props} viewer={viewer} /> : <SignedOutShell {...props} />;
}
