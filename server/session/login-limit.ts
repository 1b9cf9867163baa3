/**
 * Limits sign-in attempts on an existing backend, per account and per address. Attempts are counted in memory, by each
 * process separately. The embedded backend counts them in its database instead.
 */
import type { UserType } from '../../shared/roles.ts';
import { signInLimits } from '../../shared/rules/limits.ts';
import { tooManyAttempts } from '../platform/app-error.ts';
import { accountKey, addressKey } from '../platform/sign-in-key.ts';

/** When an attempt was made. The same object is stored under the keys of its account and its address. */
type Counted = { at: number };

type LoginAttempt = { type: UserType; name: string; address: string };

const { windowMs, perAccount, perAddress } = signInLimits;

/** JSON separates the parts unambiguously: a name may contain any separator. */
const keyOfAccount = ({ type, name, address }: LoginAttempt): string =>
  JSON.stringify([addressKey(address), type, accountKey(name)]);
const keyOfAddress = ({ address }: LoginAttempt): string => JSON.stringify([addressKey(address)]);

export type LoginLimit = ReturnType<typeof createLoginLimit>;

/** `maxKeys`: the least recently used key is dropped first. */
export function createLoginLimit(now: () => number, maxKeys = 50_000) {
  /** Attempts by key, oldest first. Keys are in the order of their last use. */
  const attempts = new Map<string, Counted[]>();

  function recent(key: string): Counted[] {
    const start = now() - windowMs;
    return (attempts.get(key) ?? []).filter(({ at }) => at > start);
  }

  function store(key: string, counted: Counted[]) {
    attempts.delete(key);
    if (counted.length > 0) attempts.set(key, counted);
    const oldest = attempts.size > maxKeys ? attempts.keys().next().value : undefined;
    if (oldest !== undefined) attempts.delete(oldest);
  }

  /** Removes attempts of an account, under its key and from its address, which other accounts also use. */
  function remove(attempt: LoginAttempt, removed: readonly Counted[]) {
    const isKept = (counted: Counted) => !removed.includes(counted);
    for (const key of [keyOfAccount(attempt), keyOfAddress(attempt)]) store(key, recent(key).filter(isKept));
  }

  /** Milliseconds until another attempt is allowed; 0 when one is allowed now. */
  function timeToWait(counted: Counted[], limit: number): number {
    const blocking = counted.at(-limit);
    return blocking ? blocking.at + windowMs - now() : 0;
  }

  return {
    /** Counts an attempt. Throws 429 with `Retry-After` when there were too many. */
    begin(attempt: LoginAttempt): void {
      const account = recent(keyOfAccount(attempt));
      const address = recent(keyOfAddress(attempt));
      const seconds = Math.ceil(Math.max(timeToWait(account, perAccount), timeToWait(address, perAddress)) / 1000);
      if (seconds > 0) throw tooManyAttempts(seconds);
      const counted = { at: now() };
      store(keyOfAccount(attempt), [...account, counted]);
      store(keyOfAddress(attempt), [...address, counted]);
    },
    /** After a successful sign-in: removes the account's attempts from this address. */
    clear: (attempt: LoginAttempt): void => remove(attempt, recent(keyOfAccount(attempt))),
    /** After a fault of the backend: removes the attempt, because the password was not checked. */
    undoAttempt: (attempt: LoginAttempt): void => remove(attempt, recent(keyOfAccount(attempt)).slice(-1)),
  };
}
