/** Shares one token refresh between all tabs and loaders with the same cookies (docs/product.md, section 11). */
import { createHash } from 'node:crypto';
import { refresh } from '../../shared/api/auth.ts';
import type { UserType } from '../../shared/roles.ts';
import type { Caller, Upstream } from '../backend-link/backend-client.ts';

/** How long a finished refresh answers stragglers that still carry the old cookies. */
const holdMs = 10_000;
/** More flights than this at once is a fault; the oldest answer is forgotten first. */
const maxHeld = 10_000;

export type Refresher = {
  /** The new Set-Cookie lines. Throws what the call throws: `RefusedError`, `UnavailableError`. */
  refresh(type: UserType, caller: Caller): Promise<string[]>;
  /** After a sign-out: no straggler gets the cookies of the session that has ended (docs/product.md, section 16, statement 1). */
  forget(caller: Caller): void;
};

/** `given` holds the new cookies as `name=value`, as soon as they are there. */
type Flight = { from: string; given: string[]; lines: Promise<string[]> };

const pairOf = (line: string): string => line.split(';', 1)[0]?.trim() ?? '';

export function createRefresher(upstream: Upstream): Refresher {
  const flights = new Map<string, Flight>();

  async function fly(key: string, type: UserType, caller: Caller): Promise<string[]> {
    try {
      const { setCookies } = await upstream.send(refresh(type), caller);
      flights.get(key)?.given.push(...setCookies.map(pairOf));
      setTimeout(() => flights.delete(key), holdMs).unref();
      return setCookies;
    } catch (error) {
      flights.delete(key);
      throw error;
    }
  }

  return {
    refresh(type, caller) {
      const key = createHash('sha256').update(`${type}\n${caller.cookie}`).digest('base64');
      const running = flights.get(key);
      if (running) return running.lines;
      const lines = fly(key, type, caller);
      flights.set(key, { from: caller.cookie, given: [], lines });
      if (flights.size > maxHeld) flights.delete(flights.keys().next().value ?? key);
      return lines;
    },
    forget({ cookie }) {
      const ended = new Set(cookie.split('; '));
      for (const [key, { from, given }] of flights) {
        if (from === cookie || given.some((pair) => ended.has(pair))) flights.delete(key);
      }
    },
  };
}
