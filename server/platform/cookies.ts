/** Parses and formats cookie headers, for console and backend. */

type CookiePair = [name: string, value: string];

export const parseCookiePairs = (header: string | undefined): CookiePair[] =>
  (header ?? '').split(';').flatMap((part) => {
    const [name = '', ...value] = part.split('=');
    return name.trim() === '' || value.length === 0 ? [] : [[name.trim(), value.join('=').trim()] satisfies CookiePair];
  });

/** Values by name. Omits a name that occurs twice: another host or path may have set one of the values. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const pairs = parseCookiePairs(header);
  const cookies = new Map(pairs);
  if (cookies.size === pairs.length) return cookies;
  const names = pairs.map(([name]) => name);
  return new Map(pairs.filter(([name]) => names.indexOf(name) === names.lastIndexOf(name)));
}

export const formatCookies = (cookies: Iterable<CookiePair>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** A host-only Set-Cookie line. `lifetime` holds the Max-Age and Expires attributes. */
export const formatSetCookie = (name: string, value: string, lifetime: readonly string[], secure: boolean): string =>
  [`${name}=${value}`, ...lifetime, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
