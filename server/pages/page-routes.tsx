/** Serves the page table: guard, load, render. A new page is one line in shared/routes.ts and one in pages/index.tsx. */
import { type RequestHandler, Router } from 'express';
import type { IslandName } from '../../shared/islands.ts';
import * as messages from '../../shared/messages.ts';
import type { Viewer } from '../../shared/roles.ts';
import { type Route, routes } from '../../shared/routes.ts';
import type { AppDeps } from '../deps.ts';
import { sendPage } from '../render/send-page.tsx';
import { type RequestContext, withContext } from '../request-context.ts';
import { BackendSession, SessionOverError } from '../session/backend-session.ts';
import { clearConsoleSession, writeConsoleSession } from '../session/console-session.ts';
import { endExpiredImpersonation } from '../session/expired-impersonation.ts';
import { loginPath, requireAccess } from '../session/require-access.ts';
import { pages } from './index.tsx';
import { showLogin } from './login-page.tsx';
import { NotFoundView } from './not-found-view.tsx';
import type { IslandPage, Page, PageInput } from './page.tsx';

/** Passes the cookies of a token refresh to the browser. */
function passRefreshedCookies(context: RequestContext, { backend, viewer }: PageInput): void {
  if (backend.setCookies.length === 0) return;
  context.passCookies(backend.setCookies);
  writeConsoleSession(context, viewer);
}

async function sendIslandPage(
  context: RequestContext,
  route: Route,
  page: IslandPage<IslandName>,
  input: PageInput,
): Promise<void> {
  const started = performance.now();
  const { capabilities } = context.deps;
  const [, props] = await Promise.all([capabilities.refresh(context.caller), page.load(input)]);
  context.timings.load = performance.now() - started;
  passRefreshedCookies(context, input);
  sendPage(context, { route, island: { ...page, props } });
}

/** Ends the console's session. The user returns to this page after the next sign-in. */
function redirectToLogin(context: RequestContext): void {
  clearConsoleSession(context);
  context.response.redirect(303, loginPath(context.basePath, context.request.originalUrl));
}

/** Requires a viewer, which `requireAccess` has checked. */
function inputOf(context: RequestContext): PageInput {
  const { deps, request, preferences, basePath } = context;
  const viewer = context.viewer as Viewer;
  const backend = new BackendSession(context, viewer);
  return { viewer, query: request.query, preferences, backend, basePath, mayImpersonate: deps.config.IMPERSONATION };
}

function servePage(route: Route, page: Page): RequestHandler {
  return withContext(async (context) => {
    const input = inputOf(context);
    if (page.kind === 'static') return sendPage(context, { route, main: page.view(input) });
    try {
      await sendIslandPage(context, route, page as IslandPage<IslandName>, input);
    } catch (error) {
      if (!(error instanceof SessionOverError)) throw error;
      redirectToLogin(context);
    }
  });
}

const recordGuardTime: RequestHandler = withContext(({ timings, startedAt }, next) => {
  timings.guard = performance.now() - startedAt;
  next();
});

export function pageRoutes({ config }: AppDeps): Router {
  const router = Router({ strict: false });
  for (const route of routes) {
    const handler = route.name === 'login' ? withContext(showLogin) : servePage(route, pages[route.name]);
    router.get(route.path, endExpiredImpersonation, requireAccess(route), recordGuardTime, handler);
  }
  // The production build drops this branch and, with it, the style guide.
  if (process.env.NODE_ENV !== 'production' && config.NODE_ENV === 'development') {
    router.get(
      '/styleguide',
      withContext(async (context) => (await import('./styleguide/styleguide-page.tsx')).sendStyleguide(context)),
    );
  }
  router.get('/', endExpiredImpersonation, (_request, response) => response.redirect(303, `${config.BASE_PATH}/login`));
  return router;
}

export const notFound: RequestHandler = withContext((context) => {
  context.response.set('Cache-Control', 'no-store');
  sendPage(context, {
    status: 404,
    route: { name: null, path: context.request.path, title: messages.notFound, description: '' },
    main: <NotFoundView basePath={context.basePath} />,
  });
});
