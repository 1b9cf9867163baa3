/** Serves the pages of the route table, and errors as pages or as JSON. */

import { type ErrorRequestHandler, type NextFunction, type RequestHandler, type Response, Router } from 'express';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import type { SidebarLists } from '../../shared/pages/islands.ts';
import { postFilters } from '../../shared/pages/post-filters.ts';
import { filterNames } from '../../shared/pages/posts-query.ts';
import { type InnerPageName, type PageName, type Route, routes } from '../../shared/routes.ts';
import { cityCode } from '../../shared/rules/city-code.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import {
  type AppError,
  DataUpdateError,
  ForeignOriginError,
  toAppError,
  updateRetrySeconds,
} from '../platform/app-error.ts';
import { readForm } from '../platform/read-body.ts';
import type { Config } from '../platform/settings.ts';
import { sendPage } from '../render/send-page.tsx';
import { endExpiredImpersonation, guardsOf, waitForBackendKind } from '../session/guards.ts';
import { withInput } from '../session/page-input.ts';
import { type RequestContext, sendJsonError, withContext } from '../session/request-context.ts';
import { analyticsPage } from './analytics/analytics-page.tsx';
import { ownerCardPage } from './cards/owner-card-page.tsx';
import { wordCardPage } from './cards/word-card-page.tsx';
import { workPage } from './cards/work-page.tsx';
import { showInvitation } from './invitation-page.tsx';
import { journalPage } from './journal-page.tsx';
import { listPages } from './list-pages.ts';
import { showLogin } from './login-page.tsx';
import type { LoadedContent, LoadedPage } from './page.tsx';
import { postsPage } from './posts-page.tsx';
import { profilePage } from './profile-page.tsx';
import { ownSecondFactorPage } from './second-factor/own-page.tsx';
import { showSecondStep } from './second-factor/sign-in-page.tsx';
import { maxFormBytes } from './session-form-routes.ts';
import { loadSidebarLists } from './sidebar-lists.ts';
import { ErrorView, NotFoundView, PlaceholderView } from './simple-views.tsx';
import { summaryPage } from './summary/summary-page.tsx';
import { wordsPage } from './words-page.tsx';

const placeholder: LoadedPage = { load: async () => ({ main: <PlaceholderView /> }) };

const outerPages = { login: showLogin, invitation: showInvitation, 'second-factor': showSecondStep };

const isOuter = (name: PageName): name is keyof typeof outerPages => name in outerPages;

const pages: Record<InnerPageName, LoadedPage> = {
  ...listPages,
  profile: profilePage,
  'own-second-factor': ownSecondFactorPage,
  'key-values': placeholder,
  words: wordsPage,
  'word-card': wordCardPage,
  'owner-card': ownerCardPage,
  posts: postsPage,
  work: workPage,
  analytics: analyticsPage,
  summary: summaryPage,
  'account-pool': placeholder,
  guardian: placeholder,
  journal: journalPage,
};

async function run<T>(context: RequestContext, call: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await call();
  context.timings.load = performance.now() - started;
  return result;
}

type Loaded = { content: LoadedContent | null; sidebar: SidebarLists | null };

function sendLoaded(context: RequestContext, route: Route, { content, sidebar }: Loaded, next: NextFunction): void {
  if (content === null) return void next('route');
  const { title = route.title, ...rest } = content;
  sendPage(context, { route: { ...route, title }, sidebar, ...rest });
}

const servePage = (route: Route, { load }: LoadedPage): RequestHandler =>
  withInput(async (context, input, next) => {
    const [content, sidebar] = await run(context, () => Promise.all([load(input), loadSidebarLists(input)]));
    sendLoaded(context, route, { content, sidebar }, next);
  });

const handleForm = (route: Route, submit: NonNullable<LoadedPage['submit']>): RequestHandler =>
  withInput(async (context, input, next) => {
    const result = await run(context, () => submit(input, (name) => context.formField(name)));
    if (typeof result === 'string') return context.response.redirect(303, result);
    sendLoaded(context, route, { content: result, sidebar: await loadSidebarLists(input) }, next);
  });

/** A GET form also submits empty fields, which mean the same as missing ones. Removes them from the address. */
const dropEmptyParameters: RequestHandler = ({ originalUrl, baseUrl, path }, response, next) => {
  const given = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?') + 1).split('&') : [];
  const kept = given.filter((parameter) => !/^[^=]*=$/.test(parameter));
  if (kept.length === given.length) next();
  else response.redirect(303, baseUrl + path + (kept.length > 0 ? `?${kept.join('&')}` : ''));
};

const optionalFilters = filterNames.filter((name) => postFilters[name].on === 'own');

/** Links in messages and figures must show exactly their posts, even when they are the first request of a process. */
const waitForFilters: RequestHandler = (request, response, next) => {
  const { query } = request;
  const isExact = query.city === String(cityCode.none) || optionalFilters.some((name) => query[name] !== undefined);
  if (isExact) waitForBackendKind(request, response, next);
  else next();
};

/** Routes of the page table, with their guards. A new page is one entry of shared/routes.ts and one of `pages`. */
export function pageRoutes(config: Config): Router {
  const router = Router({ strict: false });
  const parseForm = readForm(maxFormBytes);
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const guards = guardsOf(route);
    if (isOuter(route.name)) {
      router.get(path, guards, withContext(outerPages[route.name]));
      continue;
    }
    const page = pages[route.name];
    router.get(path, guards, dropEmptyParameters, waitForFilters, servePage(route, page));
    if (page.submit) router.post(path, guards, parseForm, handleForm(route, page.submit));
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

function sendErrorPage(context: RequestContext, error: AppError): void {
  const { request, response, requestId, basePath } = context;
  const { status, headers, userMessage } = error;
  const retryHref = (request.method === 'GET' && safeNextPath(request.originalUrl)) || `${basePath}/`;
  response.set({ ...headers, 'Cache-Control': 'no-store' });
  const isUpdate = error instanceof DataUpdateError;
  sendPage(context, {
    status,
    route: { name: null, path: request.path, title: isUpdate ? userMessage : messages.errorTitle, description: '' },
    main: isUpdate ? (
      <p>{messages.dataUpdateWait}</p>
    ) : (
      <ErrorView
        text={userMessage}
        hint={error instanceof ForeignOriginError ? messages.foreignOriginHint : undefined}
        requestId={requestId}
        retryHref={retryHref}
      />
    ),
    ...(isUpdate && { refresh: updateRetrySeconds }),
  });
}

/** Sends every error as JSON (API calls) or as an HTML page. Stack traces go to the log only. */
export const handleErrors: ErrorRequestHandler = (cause, _request, response: Response, _next) => {
  const { requestContext: context } = response.locals;
  const { deps, request, requestId, basePath } = context;
  const error = toAppError(cause);
  if (error.status >= 500 && !(error instanceof DataUpdateError))
    deps.logger.error({ requestId, err: error.cause ?? error, shown: error.userMessage }, 'answer failed');
  if (response.headersSent) return void response.destroy();
  if (request.originalUrl.startsWith(basePath + apiBase)) sendJsonError(context, error);
  else sendErrorPage(context, error);
};
