/**
 * Limits sign-in attempts on an existing backend, per account and per address. Attempts are counted in memory, by each
 * process separately. The embedded backend counts them in its database instead.
 */
import type { UserType } from '../../shared/roles.ts';
import { signInLimits } from '../../shared/rules/limits.ts';
import { tooManyAttempts } from '../platform/app-error.ts';
import { accountKey, addressKey } from '../platform/sign-in-key.ts';

type LoginAttempt = { type: UserType; name: string; address: string };

/** The maximum number of keys. The least recently used key is dropped first. */
const maxKeys = 50_000;

const { windowMs, perAccount, perAddress } = signInLimits;

/** JSON separates the parts unambiguously: a name may contain any separator. */
const keyOfAccount = ({ type, name, address }: LoginAttempt): string =>
  JSON.stringify([addressKey(address), type, accountKey(name)]);
const keyOfAddress = ({ address }: LoginAttempt): string => JSON.stringify([addressKey(address)]);

/** `times` without one attempt for each of `removed`. */
function without(times: readonly number[], removed: readonly number[]): number[] {
  const kept = [...times];
  for (const time of removed) {
    const index = kept.indexOf(time);
    if (index >= 0) kept.splice(index, 1);
  }
  return kept;
}

export type LoginLimit = ReturnType<typeof createLoginLimit>;

export function createLoginLimit(now: () => number) {
  /** Times of the attempts, oldest first. The keys are in the order of their last use. */
  const attempts = new Map<string, number[]>();

  function recent(key: string): number[] {
    const start = now() - windowMs;
    return (attempts.get(key) ?? []).filter((time) => time > start);
  }

  function store(key: string, times: number[]) {
    attempts.delete(key);
    if (times.length > 0) attempts.set(key, times);
    const oldest = attempts.size > maxKeys ? attempts.keys().next().value : undefined;
    if (oldest !== undefined) attempts.delete(oldest);
  }

  /** Removes attempts of an account, and the same ones from its address, which has those of other accounts too. */
  function remove(attempt: LoginAttempt, times: readonly number[]) {
    for (const key of [keyOfAccount(attempt), keyOfAddress(attempt)]) store(key, without(recent(key), times));
  }

  /** Milliseconds until another attempt is allowed; 0 when one is allowed now. */
  function timeToWait(times: number[], limit: number): number {
    const blocking = times.at(-limit);
    return times.length < limit || blocking === undefined ? 0 : blocking + windowMs - now();
  }

  return {
    /** Counts an attempt. Throws 429 with `Retry-After` when there were too many. */
    begin(attempt: LoginAttempt): void {
      const account = recent(keyOfAccount(attempt));
      const address = recent(keyOfAddress(attempt));
      const seconds = Math.ceil(Math.max(timeToWait(account, perAccount), timeToWait(address, perAddress)) / 1000);
      if (seconds > 0) throw tooManyAttempts(seconds);
      store(keyOfAccount(attempt), [...account, now()]);
      store(keyOfAddress(attempt), [...address, now()]);
    },
    /** After a successful sign-in: removes the account's attempts from this address. */
    clear: (attempt: LoginAttempt): void => remove(attempt, recent(keyOfAccount(attempt))),
    /** After a fault of the backend: removes the attempt, because the password was not checked. */
    undoAttempt: (attempt: LoginAttempt): void => remove(attempt, recent(keyOfAccount(attempt)).slice(-1)),
  };
}
