/** The two cookies that carry a session's tokens: read from a request, written to its reply. */

/** A fresh pair of tokens as the browser gets them; lifetimes in milliseconds. */
export type Tokens = { access: string; accessMs: number; refresh: string; refreshMs: number };

export type SessionCookies = {
  access: string | null;
  refresh: string | null;
  set(tokens: Tokens): void;
  clear(): void;
};

const accessName = 'access_token';
const refreshName = 'refresh_token';

/** Values by name; of two cookies with one name the first counts, as browsers send the more specific one first. */
function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}

/** `append` adds one Set-Cookie header. `Secure` follows the request: an intranet may be plain HTTP. */
export function sessionCookies(
  header: string | undefined,
  secure: boolean,
  append: (cookie: string) => void,
): SessionCookies {
  const cookies = parseCookies(header ?? '');
  const write = (name: string, value: string, milliseconds: number) =>
    append(
      `${name}=${value}; Path=/; Max-Age=${Math.floor(milliseconds / 1000)}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
    );
  return {
    access: cookies.get(accessName) || null,
    refresh: cookies.get(refreshName) || null,
    set({ access, accessMs, refresh, refreshMs }) {
      write(accessName, access, accessMs);
      write(refreshName, refresh, refreshMs);
    },
    clear() {
      write(accessName, '', 0);
      write(refreshName, '', 0);
    },
  };
}
