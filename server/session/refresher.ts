/** Shares one token refresh between all requests with the same cookies: several tabs and page loaders. */
import { createHash } from 'node:crypto';
import { refresh } from '../../shared/api/auth.ts';
import type { AuthUser, UserType } from '../../shared/roles.ts';
import type { BackendClient, Caller } from '../backend-link/backend-client.ts';

/** How long the result of a refresh is reused for requests that still carry the old cookies. */
const holdMs = 10_000;
/** How long a failed refresh also fails later requests with the same cookies, because a page sends many calls. */
const failureHoldMs = 2000;
/** The maximum number of stored refreshes. The oldest is dropped first. */
const maxHeld = 10_000;

/** `issuedCookies` are the new cookies as `name=value`, once the refresh has succeeded. */
type Refresh = { sentCookies: string; issuedCookies: string[]; renewed: Promise<Renewed> };

/** The new Set-Cookie lines, and the session's user; null when the backend names none. */
export type Renewed = { setCookies: string[]; user: AuthUser | null };

const pairOf = (line: string): string => line.split(';', 1)[0]?.trim() ?? '';

export type Refresher = ReturnType<typeof createRefresher>;

export function createRefresher(backendClient: BackendClient) {
  const refreshes = new Map<string, Refresh>();

  async function startRefresh(key: string, type: UserType, caller: Caller): Promise<Renewed> {
    const holdFor = (ms: number) => setTimeout(() => refreshes.delete(key), ms).unref();
    try {
      const { setCookies, data: user } = await backendClient.send(refresh(type), caller);
      refreshes.get(key)?.issuedCookies.push(...setCookies.map(pairOf));
      holdFor(holdMs);
      return { setCookies, user };
    } catch (error) {
      holdFor(failureHoldMs);
      throw error;
    }
  }

  return {
    /** Throws a `BackendError`. */
    refresh(type: UserType, caller: Caller): Promise<Renewed> {
      const key = createHash('sha256').update(`${type}\n${caller.cookie}`).digest('base64');
      const running = refreshes.get(key);
      if (running) return running.renewed;
      const renewed = startRefresh(key, type, caller);
      refreshes.set(key, { sentCookies: caller.cookie, issuedCookies: [], renewed });
      if (refreshes.size > maxHeld) refreshes.delete(refreshes.keys().next().value ?? key);
      return renewed;
    },
    /** Called at sign-out and when the user changes, so that no late request receives cookies and the user from before. */
    forget({ cookie }: Caller): void {
      const ended = new Set(cookie.split('; '));
      for (const [key, { sentCookies, issuedCookies }] of refreshes) {
        if (sentCookies === cookie || issuedCookies.some((pair) => ended.has(pair))) refreshes.delete(key);
      }
    },
  };
}
