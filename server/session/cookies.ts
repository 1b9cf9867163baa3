/**
 * Translates cookies between browser and backend. Over HTTPS every cookie in the browser has the `__Host-` prefix, so
 * that only this host can set it. The backend receives and sets names without the prefix.
 */
import type { Request } from 'express';
import { preferencesCookie } from '../../shared/preferences.ts';
import { type CookiePair, formatCookies, formatSetCookie, parseCookiePairs } from '../platform/cookies.ts';
import type { Config } from '../platform/settings.ts';

const sessionCookieName = 'console_session';
const securePrefix = '__Host-';

/** The console's own cookies. They are never sent to the backend, and the backend cannot set them. */
const consoleCookies = new Set([sessionCookieName, preferencesCookie]);

export function isSecure(request: Request, config: Config): boolean {
  return config.COOKIE_SECURE === 'auto' ? request.secure : config.COOKIE_SECURE === 'on';
}

const browserName = (name: string, secure: boolean): string => (secure ? securePrefix : '') + name;

export const sessionCookieNameFor = (secure: boolean): string => browserName(sessionCookieName, secure);

/** Converts a name of the browser to the backend's. Null when the cookie is not for the backend. */
function backendName(name: string, secure: boolean): string | null {
  if (name.startsWith(securePrefix) !== secure) return null;
  const plain = secure ? name.slice(securePrefix.length) : name;
  return plain === '' || consoleCookies.has(plain) ? null : plain;
}

export function backendCookies(header: string | undefined, secure: boolean): string {
  const cookies = parseCookiePairs(header).flatMap(([name, value]): CookiePair[] => {
    const plain = backendName(name, secure);
    return plain === null ? [] : [[plain, value]];
  });
  return formatCookies(cookies);
}

const isRemoval = (attributes: string[]): boolean =>
  attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute) || /^expires=.*\b19[67]\d\b/i.test(attribute));

function parseSetCookie(line: string): { name: string; value: string; attributes: string[] } | null {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [parsed] = parseCookiePairs(pair);
  return parsed ? { name: parsed[0], value: parsed[1], attributes } : null;
}

/** Applies Set-Cookie lines to a Cookie header of the backend, for later calls of the same request. */
export function applySetCookies(header: string, setCookies: readonly string[]): string {
  let cookies = parseCookiePairs(header);
  for (const line of setCookies) {
    const cookie = parseSetCookie(line);
    if (!cookie) continue;
    cookies = cookies.filter(([name]) => name !== cookie.name);
    if (!isRemoval(cookie.attributes)) cookies.push([cookie.name, cookie.value]);
  }
  return formatCookies(cookies);
}

/**
 * Converts a Set-Cookie line of the backend for the browser: host-only, `Path=/`, HttpOnly, SameSite=Lax, and Secure if
 * `secure`, regardless of the backend's attributes. Null for the name of a console cookie.
 */
export function adoptSetCookie(line: string, secure: boolean): string | null {
  const cookie = parseSetCookie(line);
  if (!cookie || consoleCookies.has(cookie.name)) return null;
  const lifetime = cookie.attributes.filter((attribute) => /^(max-age|expires)=/i.test(attribute));
  return formatSetCookie(browserName(cookie.name, secure), cookie.value, lifetime, secure);
}

/** Set-Cookie lines that remove every backend cookie that the browser sent, duplicates included. */
export function removalLines(header: string | undefined, secure: boolean): string[] {
  const names = new Set(parseCookiePairs(header).map(([name]) => name));
  return [...names]
    .filter((name) => backendName(name, secure) !== null)
    .map((name) => formatSetCookie(name, '', ['Max-Age=0'], secure));
}
