/** Who may open a page: default-deny, by the page table (section 2 of the specification, Navigation rules). */
import type { RequestHandler } from 'express';
import { homePath, type Route } from '../../shared/routes.ts';

/** `next` is kept for a person who is not signed in, so that signing in leads back. */
const loginPath = (basePath: string, originalUrl: string): string =>
  `${basePath}/login?next=${encodeURIComponent(originalUrl.slice(basePath.length))}`;

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
