/** Failed sign-ins, counted for an account at an address and for an address. Keys are normalised; times are milliseconds. */
import type { UserType } from '../../../shared/roles.ts';

export type LoginAccount = { type: UserType; account: string; address: string };
export type LoginLimits = { windowMs: number; perAccount: number; perAddress: number };

export interface LoginAttemptsStore {
  /**
   * Counts the attempt before its password is checked, so that parallel attempts cannot pass the limit. Returns 0, or
   * the milliseconds to wait when the attempt is refused and not counted.
   */
  begin(account: LoginAccount, limits: LoginLimits, now: number): Promise<number>;
  /** Forgets the account's attempts from this address, after a successful sign-in. */
  clear(account: LoginAccount): Promise<void>;
}
