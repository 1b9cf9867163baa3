/** Serves the page table: guard, load, render. A new page needs a line in shared/routes.ts and one in pages/index.tsx. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { IslandName } from '../../shared/islands.ts';
import * as messages from '../../shared/messages.ts';
import type { Viewer } from '../../shared/roles.ts';
import { type Route, routes } from '../../shared/routes.ts';
import type { AppDeps } from '../deps.ts';
import {
  type IslandContent,
  type PageAnswer,
  preferencesOf,
  renderIsland,
  scriptContext,
  sendPage,
} from '../render/send-page.tsx';
import { callerOf } from '../request-context.ts';
import { BackendSession, SessionOverError } from '../session/backend-session.ts';
import { clearConsoleSession, passCookies, writeConsoleSession } from '../session/console-session.ts';
import { endExpiredImpersonation } from '../session/expired-impersonation.ts';
import { loginPath, requireAccess } from './guard.ts';
import { pages } from './index.tsx';
import { showLogin } from './login-page.tsx';
import { NotFoundView } from './not-found-view.tsx';
import type { IslandPage, Page, PageContext } from './page.tsx';
import { showStyleguide, styleguidePath } from './styleguide-page.tsx';

async function loadIsland<Name extends IslandName>(
  page: IslandPage<Name>,
  context: PageContext,
  timings: Record<string, number>,
): Promise<IslandContent<Name>> {
  const started = performance.now();
  const props = await page.load(context);
  timings.load = performance.now() - started;
  return { ...page, props };
}

function drawIsland(deps: AppDeps, content: IslandContent, context: PageContext, timings: Record<string, number>) {
  const started = performance.now();
  const { viewer, preferences } = context;
  const island = renderIsland(content, { ...scriptContext(deps, viewer, preferences), viewer });
  timings.render = performance.now() - started;
  return island;
}

/**
 * Nothing is waited for between drawing and sending, and no promise holds what is drawn: promises of requests that wait
 * are old for the garbage collector, which would keep whole pages long after.
 */
async function answerPage(deps: AppDeps, route: Route, page: Page, context: PageContext, response: Response) {
  const { timings } = response.locals;
  const content = page.kind === 'island' ? await loadIsland(page as IslandPage<IslandName>, context, timings) : null;
  const answer: PageAnswer = { route, main: page.kind === 'static' ? page.view(context) : null };
  if (content) answer.island = drawIsland(deps, content, context, timings);
  const { setCookies } = context.backend;
  if (setCookies.length > 0) {
    passCookies(context.request, response, deps.config, setCookies);
    writeConsoleSession(context.request, response, deps.config, context.viewer, deps.now());
  }
  sendPage(deps, context.request, response, answer);
}

/** The session died on the backend: signed out here too, and back to this page after signing in. */
function leaveForLogin(deps: AppDeps, request: Request, response: Response) {
  clearConsoleSession(request, response, deps.config);
  response.redirect(303, loginPath(deps.config.BASE_PATH, request.originalUrl));
}

function servePage(deps: AppDeps, route: Route, page: Page): RequestHandler {
  return async (request, response) => {
    const viewer = response.locals.viewer as Viewer;
    const backend = new BackendSession(deps.upstream, deps.refresher, viewer, callerOf(request, response));
    const context: PageContext = {
      viewer,
      query: request.query,
      preferences: preferencesOf(request),
      backend,
      basePath: deps.config.BASE_PATH,
      mayImpersonate: deps.config.IMPERSONATION,
      request,
    };
    try {
      await answerPage(deps, route, page, context, response);
    } catch (error) {
      if (!(error instanceof SessionOverError)) throw error;
      leaveForLogin(deps, request, response);
    }
  };
}

/** All that comes before a page's own work is its guard, for the Server-Timing header. */
const noteGuard: RequestHandler = (_request, response, next) => {
  const { timings, startedAt } = response.locals;
  timings.guard = performance.now() - startedAt;
  next();
};

export function pageRoutes(deps: AppDeps): Router {
  const router = Router({ strict: false });
  const endExpired = endExpiredImpersonation(deps);
  for (const route of routes) {
    const handler: RequestHandler =
      route.name === 'login'
        ? (request, response) => showLogin(deps, request, response)
        : servePage(deps, route, pages[route.name]);
    router.get(route.path, endExpired, requireAccess(route, deps.config.BASE_PATH), noteGuard, handler);
  }
  if (deps.config.NODE_ENV === 'development') router.get(styleguidePath, showStyleguide(deps));
  router.get('/', endExpired, (_request, response) => response.redirect(303, `${deps.config.BASE_PATH}/login`));
  return router;
}

export const notFound =
  (deps: AppDeps): RequestHandler =>
  (request, response) => {
    response.set('Cache-Control', 'no-store');
    sendPage(deps, request, response, {
      status: 404,
      route: { name: null, path: request.path, title: messages.notFound, description: '' },
      main: <NotFoundView basePath={deps.config.BASE_PATH} />,
    });
  };
