/** Shares one token refresh between all requests with the same cookies: several tabs and page loaders. */
import { createHash } from 'node:crypto';
import { refresh } from '../../shared/api/auth.ts';
import type { UserType } from '../../shared/roles.ts';
import type { BackendClient, Caller } from '../backend-link/backend-client.ts';

/** How long the result of a refresh is reused for requests that still carry the old cookies. */
const holdMs = 10_000;
/** The maximum number of stored refreshes. The oldest is dropped first. */
const maxHeld = 10_000;

/** `issuedCookies` are the new cookies as `name=value`, once the refresh has succeeded. */
type Refresh = { sentCookies: string; issuedCookies: string[]; lines: Promise<string[]> };

const pairOf = (line: string): string => line.split(';', 1)[0]?.trim() ?? '';

export type Refresher = ReturnType<typeof createRefresher>;

export function createRefresher(backendClient: BackendClient) {
  const refreshes = new Map<string, Refresh>();

  async function startRefresh(key: string, type: UserType, caller: Caller): Promise<string[]> {
    try {
      const { setCookies } = await backendClient.send(refresh(type), caller);
      refreshes.get(key)?.issuedCookies.push(...setCookies.map(pairOf));
      setTimeout(() => refreshes.delete(key), holdMs).unref();
      return setCookies;
    } catch (error) {
      refreshes.delete(key);
      throw error;
    }
  }

  return {
    /** The new Set-Cookie lines. Throws a `BackendError`. */
    refresh(type: UserType, caller: Caller): Promise<string[]> {
      const key = createHash('sha256').update(`${type}\n${caller.cookie}`).digest('base64');
      const running = refreshes.get(key);
      if (running) return running.lines;
      const lines = startRefresh(key, type, caller);
      refreshes.set(key, { sentCookies: caller.cookie, issuedCookies: [], lines });
      if (refreshes.size > maxHeld) refreshes.delete(refreshes.keys().next().value ?? key);
      return lines;
    },
    /** Called at sign-out, so that no late request receives cookies of the ended session. */
    forget({ cookie }: Caller): void {
      const ended = new Set(cookie.split('; '));
      for (const [key, { sentCookies, issuedCookies }] of refreshes) {
        if (sentCookies === cookie || issuedCookies.some((pair) => ended.has(pair))) refreshes.delete(key);
      }
    },
  };
}
