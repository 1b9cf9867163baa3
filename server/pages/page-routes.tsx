/** Routes of the page table, with their guards. A new page is one line in shared/routes.ts and one in pages/index.tsx. */
import { type RequestHandler, Router } from 'express';
import { isExportName } from '../../shared/export.ts';
import * as messages from '../../shared/messages.ts';
import { routes } from '../../shared/routes.ts';
import type { AppDeps } from '../deps.ts';
import { exportLists } from '../export/index.ts';
import { serveExport, serveExportState, waitForCapabilities } from '../export/serve-export.ts';
import { sendPage } from '../render/send-page.tsx';
import { withContext } from '../request-context.ts';
import { endExpiredImpersonation } from '../session/expired-impersonation.ts';
import { requireAccess, requireCapability } from '../session/require-access.ts';
import { pages } from './index.tsx';
import { showLogin } from './login-page.tsx';
import { NotFoundView } from './not-found-view.tsx';
import { handleForm, servePage, serveSlot } from './serve-page.ts';

const recordGuardTime: RequestHandler = withContext(({ timings, startedAt }, next) => {
  timings.guard = performance.now() - startedAt;
  next();
});

/** The sign-in page requests them too, so that the first page after it has them. */
const refreshCapabilities: RequestHandler = withContext(({ deps, caller }, next) => {
  deps.capabilities.refresh(caller);
  next();
});

/** A GET form also submits its empty fields. They mean the same as none, so they leave the address. */
const dropEmptyParameters: RequestHandler = ({ originalUrl, baseUrl, path }, response, next) => {
  const given = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?') + 1).split('&') : [];
  const kept = given.filter((parameter) => !/^[^=]*=$/.test(parameter));
  if (kept.length === given.length) next();
  else response.redirect(303, baseUrl + path + (kept.length > 0 ? `?${kept.join('&')}` : ''));
};

const exactFilters = ['until', 'first', 'words', 'weekday', 'hour'];

/** A link of a message or of a figure must show its posts alone, also as the first page of a process. */
const waitForFilters: RequestHandler = (request, response, next) => {
  const { query } = request;
  const isExact = query.city === '0' || exactFilters.some((name) => query[name] !== undefined);
  if (isExact) waitForCapabilities(request, response, next);
  else next();
};

export function pageRoutes({ config }: AppDeps): Router {
  const router = Router({ strict: false });
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const access = [requireCapability(route), endExpiredImpersonation, requireAccess(route)];
    const guards = [refreshCapabilities, ...access, recordGuardTime];
    if (route.name === 'login') {
      router.get(path, guards, withContext(showLogin));
      continue;
    }
    const page = pages[route.name];
    router.get(path, guards, dropEmptyParameters, waitForFilters, servePage(route, page));
    if (isExportName(route.name)) {
      const list = exportLists[route.name];
      router.get(`${path}/export`, guards, waitForCapabilities, serveExportState(list));
      router.get(`${path}/export.:format`, guards, waitForCapabilities, serveExport(list));
    }
    if (page.kind === 'island' && page.slot) router.get(path + page.slot.path, guards, serveSlot(page.slot.load));
    if (page.kind === 'loaded' && page.submit) router.post(path, guards, handleForm(route, page.submit));
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
