/** Cookies on their way between browser, console and backend: who may see which, and how the backend's are adopted. */
import type { Request } from 'express';
import { preferencesCookie } from '../../shared/preferences.ts';
import type { Config } from '../platform/settings.ts';

const sessionCookieName = 'console_session';
/** Sent under TLS: the prefix makes browsers refuse the cookie from anywhere but this host over HTTPS. */
const securePrefix = '__Host-';

const ownNames = new Set([sessionCookieName, securePrefix + sessionCookieName, preferencesCookie]);

export function isSecure(request: Request, config: Config): boolean {
  return config.COOKIE_SECURE === 'auto' ? request.secure : config.COOKIE_SECURE === 'on';
}

export const sessionCookieNameFor = (secure: boolean): string => (secure ? securePrefix : '') + sessionCookieName;

type Pair = { name: string; value: string };

function parsePairs(header: string): Pair[] {
  return header.split(';').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 1 ? [] : [{ name: part.slice(0, at).trim(), value: part.slice(at + 1).trim() }];
  });
}

const formatPairs = (pairs: Pair[]): string => pairs.map(({ name, value }) => `${name}=${value}`).join('; ');

/** The Cookie header that the backend gets: the browser's without the console's own cookies. */
export function backendCookies(header: string | undefined): string {
  return formatPairs(parsePairs(header ?? '').filter(({ name }) => !ownNames.has(name)));
}

const isRemoval = (attributes: string[]): boolean =>
  attributes.some((attribute) => /^max-age=(0|-\d+)$/i.test(attribute) || /^expires=.*\b19[67]\d\b/i.test(attribute));

/** The Cookie header after the backend's Set-Cookie lines have taken effect, for calls later in the same request. */
export function applySetCookies(header: string, setCookies: readonly string[]): string {
  const jar = new Map(parsePairs(header).map(({ name, value }) => [name, value]));
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [parsed] = parsePairs(pair);
    if (!parsed) continue;
    if (isRemoval(attributes)) jar.delete(parsed.name);
    else jar.set(parsed.name, parsed.value);
  }
  return formatPairs([...jar].map(([name, value]) => ({ name, value })));
}

/**
 * The backend's Set-Cookie line as the console passes it on (design §5): host-only, `Path=/`, HttpOnly, SameSite=Lax,
 * Secure as the console itself is reached, whatever the backend wrote. Null for a name that is the console's own.
 */
export function adoptSetCookie(line: string, secure: boolean): string | null {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [parsed] = parsePairs(pair);
  if (!parsed || ownNames.has(parsed.name)) return null;
  const kept = attributes.filter((attribute) => /^(max-age|expires)=/i.test(attribute));
  return [pair, ...kept, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
}

/** Set-Cookie lines that remove every backend cookie that the browser sent. */
export function removalLines(header: string | undefined, secure: boolean): string[] {
  const attributes = `Max-Age=0; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return parsePairs(header ?? '')
    .filter(({ name }) => !ownNames.has(name))
    .map(({ name }) => `${name}=; ${attributes}`);
}
