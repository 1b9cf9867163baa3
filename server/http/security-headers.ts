/**
 * Security headers of every response. No page has an inline script, so the policy needs no nonce. Style attributes are
 * allowed because server-rendered table rows are positioned by them.
 */
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { withContext } from '../request-context.ts';

const policy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    styleSrcAttr: ["'unsafe-inline'"],
    // Post and source images; http as well, because the pages themselves are often plain HTTP.
    imgSrc: ["'self'", 'data:', 'https:', 'http:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
  },
};

const common = {
  contentSecurityPolicy: policy,
  // `no-referrer` would make browsers send `Origin: null` with our own forms.
  referrerPolicy: { policy: 'same-origin' as const },
  // Both are ignored, with a console warning, on plain HTTP.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
};

const plainHeaders = helmet(common);
const secureHeaders = helmet({
  ...common,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  originAgentCluster: true,
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
});

export const securityHeaders: RequestHandler = withContext(({ request, response, secure }, next) => {
  response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
  (secure ? secureHeaders : plainHeaders)(request, response, next);
});
