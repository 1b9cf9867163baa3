/** Failed sign-ins, counted for an account from an address and for an address; times are milliseconds. */
import type { UserType } from '../../../shared/roles.ts';

export type LoginAccount = { type: UserType; account: string; address: string };
export type LoginLimits = { windowMs: number; perAccount: number; perAddress: number };

export interface LoginAttemptsStore {
  /**
   * Counts the attempt before its password is looked at, so that parallel ones cannot slip past the limit. Answers 0,
   * or how many milliseconds to wait, and then the attempt is not counted.
   */
  begin(account: LoginAccount, limits: LoginLimits, now: number): Promise<number>;
  /** The attempt succeeded: the account starts from nothing at this address. */
  clear(account: LoginAccount): Promise<void>;
}
