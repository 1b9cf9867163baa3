/** Rows of mutes, as both engines read them. */
import { clientOf } from '../rules/account.ts';
import type { MuteRow } from './mutes-store.ts';

export type MuteRecord = Omit<MuteRow, 'clientId'> & { createdBy: string };

export const toMute = ({ createdBy, ...mute }: MuteRecord): MuteRow => ({
  ...mute,
  clientId: createdBy === mute.account ? null : clientOf(mute.account),
});
