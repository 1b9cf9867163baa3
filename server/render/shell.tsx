/** The layout around every page: sidebar and header, or one narrow column on signed-out pages. */
import type { ReactNode } from 'react';
import banner from '../../client/styles/impersonation-banner.module.css';
import styles from '../../client/styles/shell.module.css';
import type { Capability } from '../../shared/capabilities.ts';
import type { Preferences } from '../../shared/preferences.ts';
import type { Viewer } from '../../shared/roles.ts';
import type { PageName } from '../../shared/routes.ts';
import { HeaderTools } from './header-tools.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { ShellIcon } from './shell-icon.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** `name` is null on error pages; `basePath` is '' or `/prefix`. */
export type ShellRoute = { title: string; description: string; path: string; name: PageName | null };
type ShellSettings = { productName: string; basePath: string; impersonation: boolean };

/** `viewer` is null on signed-out pages; `now` is in milliseconds. */
export type ShellProps = {
  route: ShellRoute;
  viewer: Viewer | null;
  settings: ShellSettings;
  capabilities: readonly Capability[];
  preferences: Pick<Preferences, 'sidebarCollapsed' | 'theme'>;
  now: number;
  /** Controls of the page in its header. */
  tools?: ReactNode;
  children: ReactNode;
};

function PageTitle({ route }: { route: ShellRoute }) {
  return (
    <div>
      <h1>{route.title}</h1>
      {route.description && <p className={styles.description}>{route.description}</p>}
    </div>
  );
}

function SignedOutShell({ route, settings, children }: ShellProps) {
  return (
    <main id="main" className={styles.signedOut}>
      <p className={styles.signedOutBrand}>
        <ShellIcon name="logo" /> {settings.productName}
      </p>
      <PageTitle route={route} />
      {children}
    </main>
  );
}

function SignedInShell({ viewer, ...props }: ShellProps & { viewer: Viewer }) {
  const { route, settings, capabilities, preferences, now, tools, children } = props;
  const mayImpersonate = viewer.user.type === 'admin' && settings.impersonation;
  return (
    <>
      <a href="#main" className={styles.skipLink}>
        Перейти к содержимому
      </a>
      <div className={styles.frame}>
        <TopBar productName={settings.productName} />
        <Sidebar
          viewer={viewer}
          current={route.name}
          settings={settings}
          capabilities={capabilities}
          mayImpersonate={mayImpersonate}
          collapsed={preferences.sidebarCollapsed}
        />
        <div className={viewer.impersonation ? `${styles.page} ${banner.withBanner}` : styles.page}>
          {viewer.impersonation && (
            <ImpersonationBanner impersonation={viewer.impersonation} basePath={settings.basePath} now={now} />
          )}
          <header className={styles.header}>
            <PageTitle route={route} />
            <HeaderTools theme={preferences.theme}>{tools}</HeaderTools>
          </header>
          <main id="main" tabIndex={-1} className={styles.main}>
            {children}
          </main>
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
