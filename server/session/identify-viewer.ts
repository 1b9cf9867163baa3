/** Cookies to viewer: whom this request's page is drawn for, or nobody. */
import type { RequestHandler } from 'express';
import type { Deps } from '../deps.ts';
import { readConsoleSession } from './console-session.ts';

export const identifyViewer =
  ({ config, now }: Deps): RequestHandler =>
  (request, response, next) => {
    response.locals.viewer = readConsoleSession(request, config, now());
    next();
  };
