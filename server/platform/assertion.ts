/**
 * Tells the embedded backend what the headers of a reverse proxy say. Encrypted, so that only the console can make it.
 */
import { minuteMs } from '../../shared/durations.ts';
import { seal, unseal } from './seal.ts';

export const assertionHeader = 'x-sign-on';

/**
 * `groups`: null without groups, because some proxies omit an empty header. `foreign`: the request has such headers, but does
 * not come from the proxy.
 */
export type Assertion = { login: string; name: string; groups: string[] | null } | 'foreign';

type Sealed = { kind: 'assertion'; at: number; assertion: Assertion };

/** Allows for a backend that is slow to answer. */
const validMs = minuteMs;

export const sealAssertion = (secrets: readonly string[], assertion: Assertion, at: number): string =>
  seal(secrets, JSON.stringify({ kind: 'assertion', at, assertion } satisfies Sealed));

/** Null for anything that `sealAssertion` did not make within the last minute. */
export function openAssertion(secrets: readonly string[], sealed: string, now: number): Assertion | null {
  const text = unseal(secrets, sealed);
  const stated = text === null ? null : (JSON.parse(text) as Partial<Sealed>);
  if (stated?.kind !== 'assertion' || Math.abs(now - (stated.at ?? 0)) > validMs) return null;
  return stated.assertion ?? null;
}
