/**
 * Reads and writes four cookies: the two tokens of a session, a sign-in that waits for its second step, and a sign-in by a
 * provider.
 */
import { cookieValues, formatSetCookie } from '../../platform/cookies.ts';

/** A new pair of tokens for the browser; lifetimes in milliseconds. */
export type Tokens = { access: string; accessMs: number; refresh: string; refreshMs: number };

export type SessionCookies = ReturnType<typeof sessionCookies>;

const accessName = 'access_token';
const refreshName = 'refresh_token';
const pendingName = 'pending_sign_in';
const flowName = 'sign_on';

/** `append` adds one Set-Cookie header. `Secure` follows the request, because an intranet may use plain HTTP. */
export function sessionCookies(header: string | undefined, secure: boolean, append: (cookie: string) => void) {
  const write = (name: string, value: string, milliseconds: number) =>
    append(formatSetCookie(name, value, [`Max-Age=${Math.floor(milliseconds / 1000)}`], secure));
  const pending = cookieValues(header, pendingName);
  const clearPending = () => {
    if (pending.length > 0) write(pendingName, '', 0);
  };
  return {
    access: cookieValues(header, accessName),
    refresh: cookieValues(header, refreshName),
    pending,
    setPending: (token: string, lifeMs: number): void => write(pendingName, token, lifeMs),
    flow: cookieValues(header, flowName),
    set({ access, accessMs, refresh, refreshMs }: Tokens): void {
      write(accessName, access, accessMs);
      write(refreshName, refresh, refreshMs);
      clearPending();
    },
    setFlow: (value: string, milliseconds: number): void => write(flowName, value, milliseconds),
    clear(): void {
      write(accessName, '', 0);
      write(refreshName, '', 0);
      clearPending();
    },
  };
}
