/**
 * Cookies between browser, console and backend. Under TLS every cookie of the browser has the `__Host-` prefix, with
 * which browsers accept it from this host over HTTPS only; the backend gets its own names.
 */
import type { Request } from 'express';
import { preferencesCookie } from '../../shared/preferences.ts';
import { formatCookies, formatSetCookie, parseCookiePairs, parseCookies } from '../platform/cookies.ts';
import type { Config } from '../platform/settings.ts';

const sessionCookieName = 'console_session';
const securePrefix = '__Host-';

/** Names that are the console's own: never passed to the backend, and never set by it. */
const ownNames = new Set([sessionCookieName, preferencesCookie]);

export function isSecure(request: Request, config: Config): boolean {
  return config.COOKIE_SECURE === 'auto' ? request.secure : config.COOKIE_SECURE === 'on';
}

const browserName = (name: string, secure: boolean): string => (secure ? securePrefix : '') + name;

export const sessionCookieNameFor = (secure: boolean): string => browserName(sessionCookieName, secure);

/** The backend's name of a cookie that the browser sent; null when it is not for the backend. */
function backendName(name: string, secure: boolean): string | null {
  if (name.startsWith(securePrefix) !== secure) return null;
  const plain = secure ? name.slice(securePrefix.length) : name;
  return plain === '' || ownNames.has(plain) ? null : plain;
}

/** The Cookie header for the backend. */
export function backendCookies(header: string | undefined, secure: boolean): string {
  const cookies = [...parseCookies(header)].flatMap(([name, value]) => {
    const plain = backendName(name, secure);
    return plain === null ? [] : [[plain, value] satisfies [string, string]];
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

/** The backend's Cookie header after its Set-Cookie lines have taken effect, for later calls of the same request. */
export function applySetCookies(header: string, setCookies: readonly string[]): string {
  const cookies = parseCookies(header);
  for (const line of setCookies) {
    const cookie = parseSetCookie(line);
    if (!cookie) continue;
    if (isRemoval(cookie.attributes)) cookies.delete(cookie.name);
    else cookies.set(cookie.name, cookie.value);
  }
  return formatCookies(cookies);
}

/**
 * The backend's Set-Cookie line for the browser: host-only, `Path=/`, HttpOnly, SameSite=Lax, and Secure when the
 * console is reached that way, whatever the backend sent. Null for a name that is the console's own.
 */
export function adoptSetCookie(line: string, secure: boolean): string | null {
  const cookie = parseSetCookie(line);
  if (!cookie || ownNames.has(cookie.name)) return null;
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
