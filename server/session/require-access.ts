/** The guards of pages, by the route table. */
import type { RequestHandler } from 'express';
import { homePath, isOffered, type Route } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/next-path.ts';
import { withContext } from '../request-context.ts';

/**
 * The path of the sign-in page with `next` set to the requested address. Omits an address that sign-in would not follow:
 * it may be too long for the header limits of a reverse proxy.
 */
export function loginPath(basePath: string, originalUrl: string): string {
  const next = safeNextPath(originalUrl.slice(basePath.length));
  return `${basePath}/login${next === null ? '' : `?next=${encodeURIComponent(next)}`}`;
}

export const requireCapability = (route: Route): RequestHandler =>
  withContext(async ({ deps, caller }, next) => {
    if (route.capabilities === undefined) return next();
    return isOffered(route, await deps.capabilities.load(caller)) ? next() : next('route');
  });

export function requireAccess(route: Route): RequestHandler {
  return withContext(({ request, response, viewer, basePath }, next) => {
    if (route.access === 'public') {
      if (viewer && route.name === 'login') return response.redirect(303, basePath + homePath);
      return next();
    }
    if (!viewer) return response.redirect(303, loginPath(basePath, request.originalUrl));
    if (route.access === 'admin' && viewer.user.type !== 'admin') return response.redirect(303, `${basePath}/login`);
    return next();
  });
}
