/** Parses and formats cookie headers, for console and backend. */

export type CookiePair = [name: string, value: string];

export const parseCookiePairs = (header: string | undefined): CookiePair[] =>
  (header ?? '').split(';').flatMap((part) => {
    const [name = '', ...value] = part.split('=');
    return name.trim() === '' || value.length === 0 ? [] : [[name.trim(), value.join('=').trim()] satisfies CookiePair];
  });

/** The maximum number of values of a name, because each costs a look-up. */
const valuesMax = 4;

/** The values of a cookie, without empty ones. There are several when another host or path has set the same name. */
export const cookieValues = (header: string | undefined, wanted: string): string[] =>
  parseCookiePairs(header)
    .flatMap(([name, value]) => (name === wanted && value !== '' ? [value] : []))
    .slice(0, valuesMax);

export const formatCookies = (cookies: readonly CookiePair[]): string =>
  cookies.map(([name, value]) => `${name}=${value}`).join('; ');

/** A host-only Set-Cookie line. `lifetime` holds the Max-Age and Expires attributes. */
export const formatSetCookie = (name: string, value: string, lifetime: readonly string[], secure: boolean): string =>
  [`${name}=${value}`, ...lifetime, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])].join('; ');
