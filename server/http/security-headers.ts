/**
 * Security headers of every response. No page has an inline script, so the policy needs no nonce. Style attributes are
 * allowed because they position server-rendered table rows.
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
    // Images of posts and sources. Plain HTTP too, because the pages themselves often use it.
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
  // On plain HTTP browsers ignore both and print a warning.
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
