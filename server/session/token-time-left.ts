/** Estimates how long the access token of a request is valid, for replies that cannot refresh it once they have begun. */
import { readObject } from '../../shared/api/read.ts';
import { parseCookies } from '../platform/cookies.ts';
import { minuteMs } from '../platform/durations.ts';
import type { RequestContext } from '../request-context.ts';
import { readIssuedAt } from './console-session.ts';

/** The lifetime of the embedded backend's access token, and a common one. */
const usualMs = 15 * minuteMs;

/** The expiry of a JSON Web Token, or null for another text. */
function readExpiry(token: string): number | null {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  if (payload === undefined) return null;
  try {
    const { exp } = readObject(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}

/** In milliseconds. Uses the expiry times in the backend's tokens, otherwise the time of their issue. */
export function tokenTimeLeft(context: RequestContext): number {
  const expiries = [...parseCookies(context.caller.cookie).values()].flatMap((token) => readExpiry(token) ?? []);
  const expiresAt = expiries.length > 0 ? Math.min(...expiries) : readIssuedAt(context) + usualMs;
  return expiresAt - context.deps.now();
}
