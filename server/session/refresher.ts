/** One token refresh per set of cookies, however many tabs and loaders ask for it at once (design §5). */
import { createHash } from 'node:crypto';
import { refresh } from '../../shared/api/auth.ts';
import type { UserType } from '../../shared/roles.ts';
import type { Caller, Upstream } from '../upstream.ts';

/** How long a finished refresh answers stragglers that still carry the old cookies. */
const holdMs = 10_000;
/** More flights than this at once is a fault; the oldest answer is forgotten first. */
const maxHeld = 10_000;

export type Refresher = {
  /** The new Set-Cookie lines. Throws what the call throws: `RefusedError`, `UnavailableError`. */
  refresh(type: UserType, caller: Caller): Promise<string[]>;
};

export function createRefresher(upstream: Upstream): Refresher {
  const flights = new Map<string, Promise<string[]>>();

  function forget(key: string) {
    flights.delete(key);
  }

  async function fly(key: string, type: UserType, caller: Caller): Promise<string[]> {
    try {
      const { setCookies } = await upstream.send(refresh(type), caller);
      setTimeout(forget, holdMs, key).unref();
      return setCookies;
    } catch (error) {
      forget(key);
      throw error;
    }
  }

  return {
    refresh(type, caller) {
      const key = createHash('sha256').update(`${type}\n${caller.cookie}`).digest('base64');
      const running = flights.get(key);
      if (running) return running;
      const flight = fly(key, type, caller);
      flights.set(key, flight);
      if (flights.size > maxHeld) flights.delete(flights.keys().next().value ?? key);
      return flight;
    },
  };
}
