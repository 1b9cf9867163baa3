/** Muted sources and authors, per account (store/account.ts). Times are milliseconds. */
import type { MuteKind } from '../../../shared/api/mutes.ts';

import type { Author } from './journal.ts';

export type MuteTarget = { kind: MuteKind; targetId: number };

/** `clientId`: an administrator made it for this client; null for a mute of one's own. `name` is the target's. */
export type MuteRow = MuteTarget & {
  muteId: number;
  account: string;
  clientId: string | null;
  name: string | null;
  createdAt: number;
};

/** `createdBy` is an account. `account` is another one when an administrator mutes for a client. */
export type NewMute = MuteTarget & { account: string; createdBy: string };

export type MuteCreated =
  | { outcome: 'created'; muteId: number }
  | { outcome: 'unknown-target' }
  | { outcome: 'too-many' };

export interface MutesStore {
  /** The mutes of the account, the newest first. An administrator's account also gets those made for clients. */
  list(account: string): Promise<MuteRow[]>;
  /**
   * Returns the existing mute if the account has it already; an administrator takes over one that the client made. A target
   * is known if it is stored or has a post that the account may see. `max`: the limit of mutes of an account.
   */
  create(mute: NewMute, now: number, by?: Author | null, max?: number): Promise<MuteCreated>;
  delete(muteId: number, by?: Author | null): Promise<void>;
}
