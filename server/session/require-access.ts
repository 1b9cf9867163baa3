/** The guards of pages, by the route table. */
import type { RequestHandler } from 'express';
import { homePath, type Route } from '../../shared/routes.ts';
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

/** A route whose capability the backend lacks does not exist. */
export const requireCapability = ({ capability }: Route): RequestHandler =>
  withContext(async ({ deps, caller }, next) => {
    if (capability === undefined) return next();
    const names = await deps.capabilities.load(caller);
    return names.includes(capability) ? next() : next('route');
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
