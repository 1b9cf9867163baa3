/** What a page or an export of a signed-in user loads its data from. */
import type { NextFunction } from 'express';
import type { Capability } from '../../shared/capabilities.ts';
import type { QuerySource } from '../../shared/list-query.ts';
import type { Preferences } from '../../shared/preferences.ts';
import { signInTypeOf, type Viewer } from '../../shared/roles.ts';
import { BackendSession, SessionOverError } from './backend-session.ts';
import { clearConsoleSession } from './console-session.ts';
import { loginPath } from './guards.ts';
import { type RequestContext, withContext } from './request-context.ts';

export type PageInput = {
  viewer: Viewer;
  query: QuerySource;
  /** The parameters of the route's path. */
  params: Record<string, string | undefined>;
  preferences: Preferences;
  backend: BackendSession;
  capabilities: readonly Capability[];
  basePath: string;
  productName: string;
  /** Whether this console lets administrators act as clients. */
  mayImpersonate: boolean;
  /** An IANA name. */
  timeZone: string;
  /** Milliseconds since the epoch. */
  now: number;
};

/** Requires a viewer, which the guards have checked. */
function inputOf(context: RequestContext): PageInput {
  const { deps, request, preferences, basePath, capabilities } = context;
  const { config, now } = deps;
  const viewer = context.viewer as Viewer;
  return {
    viewer,
    query: request.query,
    params: request.params as PageInput['params'],
    preferences,
    backend: new BackendSession(context, viewer),
    capabilities,
    basePath,
    productName: config.PRODUCT_NAME,
    mayImpersonate: config.IMPERSONATION,
    timeZone: config.CONSOLE_TIME_ZONE,
    now: now(),
  };
}

/** When the session is over, the user signs in again and returns to the page. */
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
