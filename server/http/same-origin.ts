/** CSRF protection: rejects unsafe methods that do not come from the console's own pages. */
import type { Request, RequestHandler } from 'express';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Browsers send Sec-Fetch-Site over HTTPS and to localhost only; otherwise Origin decides. */
function isSameOrigin(request: Request): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.get('Origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === request.host;
}

export const requireSameOrigin: RequestHandler = (request, _response, next) => {
  if (!safeMethods.has(request.method) && !isSameOrigin(request)) throw new AppError(403, messages.foreignOrigin);
  next();
};
