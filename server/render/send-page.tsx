/** Renders a page and sends it. */

import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { IslandRoot, islandIdPrefix } from '../../client/components/island-root.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/popover-menu.module.css';
import { exportFormats, exportTotalText, isExportName } from '../../shared/export.ts';
import { exportMenuId } from '../../shared/page-names.ts';
import type { IslandName, IslandProps, ScriptContext, SidebarLists } from '../../shared/pages/islands.ts';
import { refusalOf } from '../../shared/roles.ts';
import type { PageName, Route } from '../../shared/routes.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
import type { RequestContext } from '../session/request-context.ts';
import { sendCompressed } from './compress.ts';
import { renderDocument } from './document.ts';
import { ShellIcon } from './icons.tsx';
import { Shell } from './shell.tsx';

/** `address` is the address of the page, `search` the query with its filters. `total` is -1 when unknown. */
type ExportMenuProps = { address: string; search: string; total: number };

/**
 * The menu «Экспорт», a popover of links that work without JavaScript. client/shell/export-menu.ts keeps the links and the
 * texts in step with the filters.
 */
function ExportMenu({ address, search, total }: ExportMenuProps) {
  return (
    <div>
      <button
        type="button"
        className={`${controls.button} ${controls.buttonGhost}`}
        popoverTarget={exportMenuId}
        aria-haspopup="menu"
      >
        <ShellIcon name="export" />
        <span className={styles.title}>Экспорт</span>
      </button>
      <div id={exportMenuId} popover="auto" data-state={`${address}/export`} className={styles.menu}>
        <p className={styles.note}>{exportTotalText(total)}</p>
        <div role="menu" aria-label="Экспорт">
          {Object.entries(exportFormats).map(([format, { label }]) => (
            <a key={format} role="menuitem" href={`${address}/export.${format}${search}`} className={styles.choice}>
              {label}
            </a>
          ))}
        </div>
        <p role="status" className={styles.note} />
      </div>
    </div>
  );
}

export type IslandContent<Name extends IslandName = IslandName> = {
  name: Name;
  component: (props: IslandProps[Name]) => ReactElement | null;
  props: IslandProps[Name];
};

type PageContent = {
  status?: number;
  /** The page goes on by itself (see `renderDocument`), and has no scripts: scripts of a signed-out page would sign out other tabs. */
  refresh?: string;
  route: Pick<Route, 'path' | 'title' | 'description' | 'changedBy'> & { name: PageName | null };
  sidebar?: SidebarLists | null;
  main?: ReactElement;
  /** Rendered after `main`, for signed-in users only. */
  island?: IslandContent;
};

/** Renders an island in a separate root, so that hydration does not depend on the shell around it. */
function renderIsland(scripts: ScriptContext, { name, component, props }: IslandContent): string {
  const { viewer } = scripts;
  if (!viewer) throw new Error(`The island ${name} needs a viewer`);
  return renderToString(<IslandRoot component={component} props={props} context={{ ...scripts, viewer }} />, {
    identifierPrefix: islandIdPrefix,
  });
}

function scriptContextOf(context: RequestContext, { route, sidebar = null }: PageContent): ScriptContext {
  const { deps, viewer, basePath, preferences, backendKind, hasWork } = context;
  const { CONSOLE_TIME_ZONE, API_TIMEOUT_MS: apiTimeoutMs } = deps.config;
  const { density, hiddenColumns } = preferences;
  return {
    viewer,
    refusal: viewer && refusalOf(viewer, route.changedBy),
    basePath,
    timeZone: zoneOffsets(CONSOLE_TIME_ZONE),
    apiTimeoutMs,
    now: deps.now(),
    tableView: { density, hiddenColumns },
    backendKind,
    hasWork,
    sidebar,
  };
}

/** The addresses of the island's scripts: the entry with the island's name, then the imports of the entry. */
function listScripts({ deps, basePath }: RequestContext, name: IslandName): string {
  const { file, imports } = deps.assets.entry(name);
  return [file, ...imports].map((script) => `${basePath}/${script}`).join(' ');
}

function renderTools({ request, basePath }: RequestContext, { route, island }: PageContent): ReactElement | null {
  if (!island || !isExportName(route.name)) return null;
  const [, search = ''] = request.originalUrl.split('?');
  const total = island.props.first.data?.total ?? -1;
  return <ExportMenu address={basePath + route.path} search={search && `?${search}`} total={total} />;
}

function renderBody(context: RequestContext, content: PageContent, scripts: ScriptContext): string {
  const { route, main, island } = content;
  const { deps, basePath, preferences } = context;
  const { config, now } = deps;
  return renderToStaticMarkup(
    <Shell
      route={route}
      viewer={scripts.viewer}
      settings={{ productName: config.PRODUCT_NAME, basePath, impersonation: config.IMPERSONATION }}
      backendKind={scripts.backendKind}
      preferences={preferences}
      lists={scripts.sidebar}
      feed={island?.name === 'posts' ? (island as IslandContent<'posts'>).props.query : null}
      unread={deps.unreadCounts.of(scripts.viewer)}
      now={now()}
      tools={renderTools(context, content)}
    >
      {main}
      {island && (
        <div
          id="island"
          data-scripts={listScripts(context, island.name)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
          dangerouslySetInnerHTML={{ __html: renderIsland(scripts, island) }}
        />
      )}
    </Shell>,
  );
}

/** Synchronous on purpose: a promise would keep the HTML in memory after it was sent. */
export function sendPage(context: RequestContext, content: PageContent): void {
  const { request, response, timings } = context;
  const started = performance.now();
  const { route, island, refresh } = content;
  const scripts = scriptContextOf(context, content);
  const body = renderBody(context, content, refresh === undefined ? scripts : { ...scripts, viewer: null });
  const html = renderDocument(context, { route, scripts, islandProps: island?.props, body, refresh });
  timings.render = performance.now() - started;
  const serverTiming = Object.entries(timings).map(([stage, duration]) => `${stage};dur=${duration.toFixed(2)}`);
  response
    .status(content.status ?? 200)
    .type('html')
    .set('Server-Timing', serverTiming.join(', '));
  sendCompressed(request, response, html);
}
