/** The guards of pages, according to the route table. */
import type { RequestHandler } from 'express';
import { formatQuery } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import type { UserType } from '../../shared/roles.ts';
import { homePath, isOffered, mayOpen, type Route } from '../../shared/routes.ts';
import { impersonationTimeLeft } from '../../shared/rules/impersonation.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import { AppError } from '../platform/app-error.ts';
import { stopImpersonation } from './actions.ts';
import { clearConsoleSession } from './console-session.ts';
import { withContext } from './request-context.ts';

/**
 * The path of the sign-in page with `next` set to the requested address. Omits an address that sign-in would not follow:
 * it may be too long for the header limits of a reverse proxy. `over`: the type of account whose session has ended.
 */
export function loginPath(basePath: string, originalUrl: string, over: UserType | null = null): string {
  return `${basePath}/login${formatQuery({ next: safeNextPath(originalUrl.slice(basePath.length)), over })}`;
}

/**
 * Asks for the kind of the backend on every page. A signed-out page does not wait for the answer, so that the next page knows it;
 * other pages would look like those of an existing backend without it.
 */
const requireOffer = (route: Route): RequestHandler =>
  withContext(async ({ deps, caller, viewer }, next) => {
    const { backendKind } = deps;
    if (route.on !== 'both') return isOffered(route, await backendKind.load(caller)) ? next() : next('route');
    if (viewer) await backendKind.settle(caller);
    else backendKind.refresh(caller);
    return next();
  });

const requireAccess = (route: Route): RequestHandler =>
  withContext(({ request, response, viewer, basePath }, next) => {
    if (route.access === 'public') {
      if (viewer && (route.name === 'login' || route.name === 'second-factor'))
        return response.redirect(303, basePath + homePath);
      return next();
    }
    if (!viewer) return response.redirect(303, loginPath(basePath, request.originalUrl));
    if (!mayOpen(route, viewer.user)) return response.redirect(303, `${basePath}/login`);
    return next();
  });

/** Ends an expired impersonation and redirects the administrator to the same address. */
export const endExpiredImpersonation: RequestHandler = withContext(async (context, next) => {
  const { deps, request, response, viewer, basePath } = context;
  const impersonation = viewer?.impersonation;
  if (!impersonation || impersonationTimeLeft(impersonation, deps.now()) > 0) return next();
  try {
    await stopImpersonation(context);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.status >= 500) throw new AppError(error.status, messages.returnToAdmin, { cause: error });
    clearConsoleSession(context);
  }
  response.redirect(303, safeNextPath(request.originalUrl) ?? `${basePath}/`);
});

/**
 * Requests the unread count before the page's own calls, so that it has often arrived when the page is rendered. Reads the
 * backend's kind without fixing it for the page, which may still wait for it.
 */
const finishGuards: RequestHandler = withContext(({ deps, viewer, caller, timings, startedAt }, next) => {
  deps.unreadCounts.refresh(viewer, deps.backendKind.known(), caller);
  timings.guard = performance.now() - startedAt;
  next();
});

export const guardsOf = (route: Route): RequestHandler[] => [
  requireOffer(route),
  endExpiredImpersonation,
  requireAccess(route),
  finishGuards,
];

/** Waits for the kind of the backend, which is unknown during the first request of a process. */
export const waitForBackendKind: RequestHandler = withContext(async ({ deps, caller }, next) => {
  await deps.backendKind.load(caller);
  next();
});
