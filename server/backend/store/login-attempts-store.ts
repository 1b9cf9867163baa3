/** Counts failed sign-ins per address and per account at an address. Keys are normalized; times are milliseconds. */
import type { UserType } from '../../../shared/roles.ts';

export type LoginAccount = { type: UserType; account: string; address: string };
export type LoginLimits = { windowMs: number; perAccount: number; perAddress: number };

export interface LoginAttemptsStore {
  /**
   * Counts the attempt before its password is checked, so that parallel attempts cannot exceed the limit. Returns 0, or
   * the milliseconds to wait if the attempt is refused. A refused attempt is not counted.
   */
  begin(account: LoginAccount, limits: LoginLimits, now: number): Promise<number>;
  /** After a successful sign-in: removes the account's attempts from this address. */
  clear(account: LoginAccount): Promise<void>;
}
