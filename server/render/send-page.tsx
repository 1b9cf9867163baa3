/** Turns a page's content into the answer: shell and island rendered to strings, the document around them, compressed. */
import type { Request, Response } from 'express';
import type { ReactElement } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { IslandRoot, islandIdPrefix } from '../../client/lib/island-context.tsx';
import type { IslandContext, IslandName, IslandProps, ScriptContext } from '../../shared/islands.ts';
import { type Preferences, parsePreferences, preferencesCookie } from '../../shared/preferences.ts';
import type { Viewer } from '../../shared/roles.ts';
import type { PageName } from '../../shared/routes.ts';
import type { AppDeps } from '../deps.ts';
import { sendCompressed } from './compress.ts';
import { renderDocument } from './document.ts';
import { Shell } from './shell.tsx';

/** An island with what it is given; the browser gets the same props as JSON. */
export type IslandContent<Name extends IslandName = IslandName> = {
  name: Name;
  component: (props: IslandProps[Name]) => ReactElement | null;
  props: IslandProps[Name];
};

export type PageAnswer = {
  status?: number;
  route: { name: PageName | null; path: string; title: string; description: string };
  main: ReactElement | null;
  /** Stands after `main`; its entry has the island's name. */
  island?: { name: IslandName; html: string; props: IslandProps[IslandName] };
};

/** The island's own root: its React tree must not depend on what the shell renders around it. */
export function renderIsland<Name extends IslandName>(
  { name, component, props }: IslandContent<Name>,
  context: IslandContext,
): NonNullable<PageAnswer['island']> {
  const html = renderToString(<IslandRoot name={name} component={component} props={props} context={context} />, {
    identifierPrefix: islandIdPrefix,
  });
  return { name, html, props };
}

export function scriptContext({ config }: AppDeps, viewer: Viewer | null, preferences: Preferences): ScriptContext {
  const { density, hiddenColumns } = preferences;
  const { BASE_PATH: basePath, CONSOLE_TIME_ZONE: timeZone } = config;
  return { viewer, basePath, timeZone, tableView: { density, hiddenColumns } };
}

export const preferencesOf = (request: Request) => parsePreferences(request.cookies[preferencesCookie]);

export function sendPage(deps: AppDeps, request: Request, response: Response, answer: PageAnswer): void {
  const { config, assets, now } = deps;
  const { viewer = null, timings } = response.locals;
  const started = performance.now();
  const preferences = preferencesOf(request);
  const { island } = answer;
  const body = renderToStaticMarkup(
    <Shell
      route={answer.route}
      viewer={viewer}
      settings={{
        productName: config.PRODUCT_NAME,
        basePath: config.BASE_PATH,
        timeZone: config.CONSOLE_TIME_ZONE,
        impersonation: config.IMPERSONATION,
      }}
      preferences={preferences}
      now={now()}
      hasTable={island !== undefined}
    >
      {answer.main}
      {island && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the island's own rendering, not data
        <div id="island" data-island={island.name} dangerouslySetInnerHTML={{ __html: island.html }} />
      )}
    </Shell>,
  );
  const html = renderDocument({
    title: `${answer.route.title} — ${config.PRODUCT_NAME}`,
    context: scriptContext(deps, viewer, preferences),
    preferences,
    assets,
    island: island ?? null,
    body,
  });
  timings.render = (timings.render ?? 0) + performance.now() - started;
  const serverTiming = Object.entries(timings).map(([stage, duration]) => `${stage};dur=${duration.toFixed(2)}`);
  response.status(answer.status ?? 200).set('Server-Timing', serverTiming.join(', '));
  sendCompressed(request, response, html);
}
