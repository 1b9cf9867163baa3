/**
 * Limits sign-in attempts on an existing backend, per account and per address. Kept in the memory of this process: each
 * copy of the console counts for itself. The embedded backend counts in its database instead.
 */
import type { UserType } from '../../shared/roles.ts';
import { signInLimits } from '../../shared/rules/limits.ts';
import { tooManyAttempts } from '../platform/app-error.ts';
import { accountKey, addressKey } from '../platform/sign-in-key.ts';

export type LoginAttempt = { type: UserType; name: string; address: string };

export type LoginLimit = {
  /** Counts an attempt. Throws 429 with `Retry-After` when there were too many. */
  begin(attempt: LoginAttempt): void;
  /** The password was right: the account starts from nothing at this address. */
  clear(attempt: LoginAttempt): void;
  /** Nobody could say whether the password was right: the attempt does not count. */
  undoAttempt(attempt: LoginAttempt): void;
};

/** An address that tries all its accounts holds a hundred of these; the longest unused go first. */
const maxKept = 50_000;

const { windowMs, perAccount, perAddress } = signInLimits;

/** JSON, because a name may contain any separator. */
const keyOfAccount = ({ type, name, address }: LoginAttempt): string =>
  JSON.stringify([addressKey(address), type, accountKey(name)]);
const keyOfAddress = ({ address }: LoginAttempt): string => JSON.stringify([addressKey(address)]);

export function createLoginLimit(now: () => number): LoginLimit {
  /** Times of the attempts that count, oldest first; keys in the order of their last use. */
  const kept = new Map<string, number[]>();

  const recent = (key: string): number[] => (kept.get(key) ?? []).filter((time) => time > now() - windowMs);

  function keep(key: string, times: number[]) {
    kept.delete(key);
    if (times.length > 0) kept.set(key, times);
    const oldest = kept.size > maxKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  }

  /** Milliseconds until the attempt that stands in the way is out of the window. */
  function waitOf(times: number[], limit: number): number {
    const blocking = times.at(-limit);
    return times.length < limit || blocking === undefined ? 0 : blocking + windowMs - now();
  }

  return {
    begin(attempt) {
      const account = recent(keyOfAccount(attempt));
      const address = recent(keyOfAddress(attempt));
      const seconds = Math.ceil(Math.max(waitOf(account, perAccount), waitOf(address, perAddress)) / 1000);
      if (seconds > 0) throw tooManyAttempts(seconds);
      keep(keyOfAccount(attempt), [...account, now()]);
      keep(keyOfAddress(attempt), [...address, now()]);
    },
    clear(attempt) {
      const own = recent(keyOfAccount(attempt));
      const others = recent(keyOfAddress(attempt));
      for (const time of own) others.splice(others.indexOf(time), 1);
      keep(keyOfAccount(attempt), []);
      keep(keyOfAddress(attempt), others);
    },
    undoAttempt(attempt) {
      for (const key of [keyOfAccount(attempt), keyOfAddress(attempt)]) keep(key, recent(key).slice(0, -1));
    },
  };
}

/** For a backend that counts by itself. */
export const noLoginLimit: LoginLimit = { begin: () => {}, clear: () => {}, undoAttempt: () => {} };
