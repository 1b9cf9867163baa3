/** Who may open a page: default-deny, by the page table (section 2 of the specification, Navigation rules). */
import type { RequestHandler } from 'express';
import { homePath, type Route } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/next-path.ts';

/**
 * Signing in leads back to where a person wanted to go. An address that it would not follow is left out: it may be too
 * long for the headers that a server in front takes.
 */
export function loginPath(basePath: string, originalUrl: string): string {
  const next = safeNextPath(originalUrl.slice(basePath.length));
  return `${basePath}/login${next === null ? '' : `?next=${encodeURIComponent(next)}`}`;
}

export function requireAccess(route: Route, basePath: string): RequestHandler {
  return (request, response, next) => {
    const { viewer } = response.locals;
    response.set('Cache-Control', 'no-store');
    if (route.access === 'public') {
      if (viewer && route.name === 'login') return response.redirect(303, basePath + homePath);
      return next();
    }
    if (!viewer) return response.redirect(303, loginPath(basePath, request.originalUrl));
    if (route.access === 'admin' && viewer.user.type !== 'admin') return response.redirect(303, `${basePath}/login`);
    return next();
  };
}
