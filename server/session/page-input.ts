/** The input of a page or an export of a signed-in user. */
import type { NextFunction } from 'express';
import type { QuerySource } from '../../shared/list-query.ts';
import { signInTypeOf, type Viewer } from '../../shared/roles.ts';
import { BackendSession, SessionOverError } from './backend-session.ts';
import { clearConsoleSession } from './console-session.ts';
import { loginPath } from './guards.ts';
import { type RequestContext, withContext } from './request-context.ts';

/** Requires a viewer, which the guards have checked. */
function inputOf(context: RequestContext) {
  const { deps, request, preferences, basePath, backendKind, hasWork } = context;
  const { config, now } = deps;
  const viewer = context.viewer as Viewer;
  return {
    viewer,
    query: request.query as QuerySource,
    /** The parameters of the route's path. */
    params: request.params as Record<string, string | undefined>,
    preferences,
    backend: new BackendSession(context, viewer),
    backendKind,
    hasWork,
    basePath,
    productName: config.PRODUCT_NAME,
    /** Whether this console lets administrators act as clients. */
    mayImpersonate: config.IMPERSONATION,
    /** An IANA name. */
    timeZone: config.CONSOLE_TIME_ZONE,
    /** Milliseconds since the epoch. */
    now: now(),
  };
}

export type PageInput = ReturnType<typeof inputOf>;

/** The text of a parameter; '' if the address has it not at all, or several times. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** When the session is over, sends the user to the sign-in page, which returns to the page. */
export const withInput = (handler: (context: RequestContext, input: PageInput, next: NextFunction) => Promise<void>) =>
  withContext(async (context, next) => {
    try {
      await handler(context, inputOf(context), next);
    } catch (error) {
      if (!(error instanceof SessionOverError)) throw error;
      const over = context.viewer && signInTypeOf(context.viewer);
      clearConsoleSession(context);
      context.response.redirect(303, loginPath(context.basePath, context.request.originalUrl, over));
    }
  });
