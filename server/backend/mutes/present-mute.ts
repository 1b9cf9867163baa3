import type * as v from 'valibot';
import { toNullable, toTime } from '../rules/reply-values.ts';
import type { MuteRow } from '../store/mutes-store.ts';
import type { muteReply } from './schemas.ts';

/** `hidden`: the posts of the last 30 days that the mute hides. */
export const presentMute = (mute: MuteRow, hidden: number): v.InferOutput<typeof muteReply> => ({
  MuteID: mute.muteId,
  Kind: mute.kind,
  TargetID: mute.targetId,
  Name: toNullable(mute.name),
  ClientID: toNullable(mute.clientId),
  CreatedAt: toTime(mute.createdAt),
  Hidden: hidden,
});
