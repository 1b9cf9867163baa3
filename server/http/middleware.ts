/** Middleware of every request: log, security headers, caching, and checks of host and origin. */
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { hourMs } from '../../shared/durations.ts';
import * as messages from '../../shared/messages.ts';
import { AppError, ForeignOriginError } from '../platform/app-error.ts';
import { countRepeats } from '../platform/count-repeats.ts';
import { logRequest } from '../platform/log-request.ts';
import type { Config } from '../platform/settings.ts';
import { identityOf, type RequestContext, withContext } from '../session/request-context.ts';

/** Forbids caches to store responses. Static files are served earlier (docs/product/security.md, statement 11). */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/**
 * Rejects requests with several Host headers: a reverse proxy may use another one (docs/product/security.md, statement 10).
 */
export const requireOneHost: RequestHandler = (request, _response, next) => {
  if (request.headersDistinct.host?.length !== 1) throw new AppError(400, messages.badRequest);
  next();
};

// Paths that programs request, also below BASE_PATH.
export const isProbe = (path: string): boolean => /\/(healthz|readyz|metrics)$/.test(path);
export const isAsset = (path: string): boolean => /\/assets\//.test(path);

/** Logs each request, with the id that error messages show and the backend receives. */
export const requestLog: RequestHandler = withContext((context, next) => {
  const { deps, request, response, requestId, address } = context;
  logRequest(request, response, {
    logger: deps.logger,
    address,
    // Requested by machines all day.
    isQuiet: isProbe(request.path) || isAsset(request.path),
    fields: () => ({ requestId, ...identityOf(context.viewer) }),
  });
  next();
});

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The origin that the console's own pages should have. */
function expectedOrigin({ request, secure }: RequestContext): string | null {
  // Behind a proxy that ends TLS, TRUST_PROXY or COOKIE_SECURE determines the browser's scheme.
  const own = URL.parse(`${secure ? 'https' : request.protocol}://${request.host}`);
  // The proxy may name any protocol, and only web addresses have an origin.
  return own === null || own.origin === 'null' ? null : own.origin;
}

/** How the request differs from requests of the console's own pages; null if it does not differ. */
function foreignKind(context: RequestContext): 'site' | 'none' | 'host' | 'scheme' | null {
  const { request } = context;
  // Browsers send Sec-Fetch-Site over HTTPS and to localhost only; otherwise Origin decides.
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? null : 'site';
  const expected = expectedOrigin(context);
  const given = URL.parse(request.get('Origin') ?? '');
  if (given === null || expected === null) return 'none';
  if (given.origin === expected) return null;
  return given.host === new URL(expected).host ? 'scheme' : 'host';
}

/** The longest text of a visitor in a line of the log. */
const loggedMax = 200;

/**
 * CSRF protection: rejects unsafe methods that do not come from the console's own pages, except with an API key, which no
 * browser adds by itself. Warns once an hour about each kind, because a wrong setting refuses every form.
 */
export function requireSameOrigin(): RequestHandler {
  const count = countRepeats(hourMs);
  return withContext((context, next) => {
    const { request, caller, deps } = context;
    if (caller.key !== null || safeMethods.has(request.method)) return next();
    const kind = foreignKind(context);
    if (kind === null) return next();
    const requests = count(kind);
    const origin = request.get('Origin')?.slice(0, loggedMax) ?? null;
    const expected = expectedOrigin(context)?.slice(0, loggedMax) ?? null;
    if (requests !== null) deps.logger.warn({ kind, origin, expected, requests }, 'requests of another origin refused');
    throw new ForeignOriginError();
  });
}

/** No page has an inline script, so no nonce is needed. Style attributes position server-rendered table rows. */
const policyOf = ({ OIDC_ISSUER }: Config) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    styleSrcAttr: ["'unsafe-inline'"],
    // Images of posts and sources. Plain HTTP too, because the pages themselves often use it.
    imgSrc: ["'self'", 'data:', 'https:', 'http:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    // The sign-out form redirects to the provider.
    formAction: ["'self'", ...(OIDC_ISSUER === null ? [] : [new URL(OIDC_ISSUER).origin])],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  },
});

const common = {
  // `no-referrer` would make browsers send `Origin: null` with our own forms.
  referrerPolicy: { policy: 'same-origin' as const },
  // On plain HTTP browsers ignore both and print a warning.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
};

export function securityHeaders(config: Config): RequestHandler {
  const contentSecurityPolicy = policyOf(config);
  const plainHeaders = helmet({ ...common, contentSecurityPolicy });
  const secureHeaders = helmet({
    ...common,
    contentSecurityPolicy,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    originAgentCluster: true,
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  });
  return withContext(({ request, response, secure }, next) => {
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
    (secure ? secureHeaders : plainHeaders)(request, response, next);
  });
}
