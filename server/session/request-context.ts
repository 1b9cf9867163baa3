/** Passed to every handler: the request, its response, the viewer and the objects that all requests share. */

import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { BackendKind } from '../../shared/backend-kind.ts';
import type { ClientEntry, ClientManifest } from '../../shared/client-manifest.ts';
import { type Preferences, parsePreferences, preferencesCookie } from '../../shared/preferences.ts';
import { mayWork, userName, type Viewer } from '../../shared/roles.ts';
import type { BackendClient, Caller, CallOutcome } from '../backend-link/backend-client.ts';
import type { BackendKindCache } from '../backend-link/backend-kind.ts';
import type { UnreadCounts } from '../backend-link/unread-counts.ts';
import { type AppError, errorBody } from '../platform/app-error.ts';
import { type Assertion, sealAssertion } from '../platform/assertion.ts';
import { presentedKey } from '../platform/bearer-key.ts';
import type { Config } from '../platform/settings.ts';
import { adoptSetCookie, backendCookies, isSecure } from './cookies.ts';
import type { LoginLimit } from './login-limit.ts';
import type { RecentSignIns } from './recent-sign-ins.ts';
import type { Refresher } from './refresher.ts';

declare global {
  namespace Express {
    interface Locals {
      requestContext: RequestContext;
    }
  }
}

/** Shared by all requests. `createApp` creates it once. */
export type Deps = {
  config: Config;
  logger: Logger;
  now: () => number;
  assets: Pick<ClientManifest, 'styles' | 'noscriptStyles'> & {
    /** Throws for an unknown entry. */
    entry(name: string): ClientEntry;
  };
  backendClient: BackendClient;
  backendKind: BackendKindCache;
  unreadCounts: UnreadCounts;
  refresher: Refresher;
  /** Null for a backend that limits attempts itself. */
  loginLimit: LoginLimit | null;
  recentSignIns: RecentSignIns;
  readProxyHeaders: (request: Request) => Assertion | null;
};

export class RequestContext {
  readonly deps: Deps;
  readonly request: Request;
  readonly response: Response;
  /** Shown in error messages and sent to the backend as `X-Request-Id`. */
  readonly requestId = randomUUID();
  /** In `performance.now()` milliseconds. */
  readonly startedAt = performance.now();
  /** Milliseconds per stage, for the Server-Timing header. */
  readonly timings: Record<string, number> = {};
  /** The visitor's IP address, from `X-Forwarded-For` if the proxy is trusted. */
  readonly address: string;
  /** Whether cookies are sent with `Secure`. */
  readonly secure: boolean;
  readonly caller: Caller;
  /** The request has sign-on headers of a reverse proxy, but does not come from it. */
  readonly isForeign: boolean;
  /** The signed-in user, or null. Set by `identifyViewer`; session actions change it. */
  viewer: Viewer | null = null;
  /** How the proxied call ended; null when it has not reached the backend. */
  backendOutcome: CallOutcome | null = null;
  #backendKind: BackendKind | undefined;
  #preferences: Preferences | undefined;

  constructor(deps: Deps, request: Request, response: Response) {
    this.deps = deps;
    this.request = request;
    this.response = response;
    this.address = request.ip ?? '';
    this.secure = isSecure(request, deps.config);
    const key = deps.config.API_URL === null ? presentedKey(request.get('authorization')) : null;
    const asserted = deps.readProxyHeaders(request);
    this.isForeign = asserted === 'foreign';
    this.caller = {
      assertion: asserted === null ? '' : sealAssertion(deps.config.SESSION_SECRET, asserted, deps.now()),
      cookie: key === null ? backendCookies(request.headers.cookie, this.secure) : '',
      key,
      requestId: this.requestId,
      address: this.address,
      protocol: request.protocol,
      // An HTTP/1.0 request may have no Host header.
      host: request.host ?? '',
    };
  }

  get basePath(): string {
    return this.deps.config.BASE_PATH;
  }

  get preferences(): Preferences {
    this.#preferences ??= parsePreferences(this.request.cookies[preferencesCookie]);
    return this.#preferences;
  }

  /** Constant during the request, so that a page's data and scripts agree. */
  get backendKind(): BackendKind {
    this.#backendKind ??= this.deps.backendKind.known();
    return this.#backendKind;
  }

  /** The viewer works on stories. */
  get hasWork(): boolean {
    return this.backendKind === 'own' && this.viewer !== null && mayWork(this.viewer);
  }

  /** A field of the posted form; '' when it is missing. */
  formField(name: string): string {
    const value: unknown = (this.request.body as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'string' ? value : '';
  }

  passCookies(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const adopted = adoptSetCookie(line, this.secure);
      if (adopted) this.response.append('Set-Cookie', adopted);
    }
  }
}

export const createContext =
  (deps: Deps): RequestHandler =>
  (request, response, next) => {
    const context = new RequestContext(deps, request, response);
    response.locals.requestContext = context;
    response.setHeader('X-Request-Id', context.requestId);
    next();
  };

export const withContext =
  (handler: (context: RequestContext, next: NextFunction) => void | Promise<void>): RequestHandler =>
  (_request, response, next) =>
    handler(response.locals.requestContext, next);

/** Log fields: `real` is the signed-in user, `effective` the user whose permissions apply. */
export function identityOf(viewer: Viewer | null): { real?: string; effective?: string } {
  if (!viewer) return {};
  const effective = userName(viewer.user);
  return { real: viewer.impersonation?.impersonatedBy ?? effective, effective };
}

/** Sends an error of the console itself as JSON. `error` and `message` hold the same text. */
export function sendJsonError({ requestId, response }: RequestContext, error: AppError): void {
  response
    .status(error.status)
    .set({ ...error.headers, 'Cache-Control': 'no-store' })
    .json({ ...errorBody(error), request_id: requestId });
}
