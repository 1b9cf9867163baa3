/** CSRF protection: rejects unsafe methods that do not come from the console's own pages. */
import type { RequestHandler } from 'express';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';
import { type RequestContext, withContext } from '../request-context.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers send Sec-Fetch-Site over HTTPS and to localhost only; otherwise Origin decides. */
function isSameOrigin({ request, secure }: RequestContext): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('Origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  // Behind a proxy that ends TLS, TRUST_PROXY or COOKIE_SECURE tells the browser's scheme.
  const own = `${secure ? 'https' : request.protocol}://${request.host}`;
  return URL.canParse(own) && new URL(origin).origin === new URL(own).origin;
}

export const requireSameOrigin: RequestHandler = withContext((context, next) => {
  if (!safeMethods.has(context.request.method) && !isSameOrigin(context)) {
    throw new AppError(403, messages.foreignOrigin);
  }
  next();
});
