/** Sends a page: renders shell and island to strings, builds the document around them, compresses it. */
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { IslandRoot, islandIdPrefix } from '../../client/components/island-root.tsx';
import { isExportName } from '../../shared/export.ts';
import type { IslandName, IslandProps, ScriptContext } from '../../shared/pages/islands.ts';
import type { PageName } from '../../shared/routes.ts';
import type { RequestContext } from '../session/request-context.ts';
import { sendCompressed } from './compress.ts';
import { renderDocument } from './document.ts';
import { ExportMenu } from './export-menu.tsx';
import { Shell } from './shell.tsx';

export type IslandContent<Name extends IslandName = IslandName> = {
  name: Name;
  component: (props: IslandProps[Name] & { children?: ReactNode }) => ReactElement | null;
  props: IslandProps[Name];
  /** Children of the component on the server only; not part of the JSON. */
  slot?: ReactElement | null;
};

export type PageContent = {
  status?: number;
  route: { name: PageName | null; path: string; title: string; description: string };
  main?: ReactElement;
  /** Rendered after `main`, for signed-in users only. */
  island?: IslandContent;
};

/** Renders an island in a root of its own, so that hydration does not depend on the shell around it. */
function renderIsland(scripts: ScriptContext, { name, component, props, slot }: IslandContent): string {
  const { viewer } = scripts;
  if (!viewer) throw new Error(`The island ${name} needs a viewer`);
  return renderToString(
    <IslandRoot
      name={name}
      component={component}
      props={{ ...props, children: slot }}
      context={{ ...scripts, viewer }}
    />,
    { identifierPrefix: islandIdPrefix },
  );
}

function scriptContextOf({ deps, viewer, basePath, preferences, capabilities }: RequestContext): ScriptContext {
  const { CONSOLE_TIME_ZONE: timeZone, API_TIMEOUT_MS: apiTimeoutMs } = deps.config;
  const { density, hiddenColumns } = preferences;
  return {
    viewer,
    basePath,
    timeZone,
    apiTimeoutMs,
    tableView: { density, hiddenColumns },
    capabilities,
  };
}

/** The addresses of the island's scripts: its entry, which has its name, then what the entry imports. */
function listScripts({ deps, basePath }: RequestContext, name: IslandName): string {
  const { file, imports } = deps.assets.entry(name);
  return [file, ...imports].map((script) => `${basePath}/${script}`).join(' ');
}

/** The menu of exports, of a page whose list can be exported. */
function renderTools({ request, basePath }: RequestContext, { route, island }: PageContent): ReactElement | null {
  if (!island || !isExportName(route.name)) return null;
  const [, search = ''] = request.originalUrl.split('?');
  const total = island.props.first.data?.total ?? -1;
  return <ExportMenu address={basePath + route.path} search={search && `?${search}`} total={total} />;
}

function renderBody(context: RequestContext, content: PageContent, scripts: ScriptContext): string {
  const { route, main, island } = content;
  const { deps, basePath, viewer, preferences } = context;
  const { config, now } = deps;
  return renderToStaticMarkup(
    <Shell
      route={route}
      viewer={viewer}
      settings={{ productName: config.PRODUCT_NAME, basePath, impersonation: config.IMPERSONATION }}
      capabilities={scripts.capabilities}
      preferences={preferences}
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
  const { deps, request, response, preferences, timings } = context;
  const { config, assets } = deps;
  const started = performance.now();
  const scripts = scriptContextOf(context);
  const html = renderDocument({
    title: `${content.route.title} — ${config.PRODUCT_NAME}`,
    context: scripts,
    preferences,
    assets,
    islandProps: content.island?.props,
    body: renderBody(context, content, scripts),
  });
  timings.render = performance.now() - started;
  const serverTiming = Object.entries(timings).map(([stage, duration]) => `${stage};dur=${duration.toFixed(2)}`);
  response
    .status(content.status ?? 200)
    .type('html')
    .set('Server-Timing', serverTiming.join(', '));
  sendCompressed(request, response, html);
}

/** Sends a part of a page as a document of its own. */
export function sendPart({ request, response }: RequestContext, part: ReactElement): void {
  sendCompressed(request, response.type('html'), `<!doctype html><body>${renderToStaticMarkup(part)}</body>`);
}
