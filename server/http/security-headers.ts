/**
 * Security headers of every answer. No page has an inline script, so that the policy needs no nonce; style attributes
 * are allowed because server-rendered table rows are placed by them.
 */
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from '../platform/settings.ts';
import { isSecure } from '../session/cookies.ts';

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

const plain = helmet(common);
const secure = helmet({
  ...common,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  originAgentCluster: true,
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
});

export function securityHeaders(config: Config): RequestHandler {
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
    (isSecure(request, config) ? secure : plain)(request, response, next);
  };
}
