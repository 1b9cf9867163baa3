/** Unsafe methods come from our own pages or are refused: the guard against requests forged by another site. */
import type { Request, RequestHandler } from 'express';
import * as messages from '../../shared/messages.ts';
import { AppError } from '../platform/app-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** By Sec-Fetch-Site where the browser sends it (HTTPS and localhost), else by Origin. */
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
