/** The API call of the capability `cards` for the card of a source. */

import type { Owner } from '../fields/owners.ts';
import * as messages from '../messages.ts';
import { type Call, get, withQuery } from './call.ts';
import { readOwner } from './owners.ts';
import { readBoolean, readNumber, readObject, readTime } from './read.ts';

/** That the source is hidden from the viewer's feed. Not `removable`: only administrators may show it again. */
export type OwnerMute = { id: number; removable: boolean };

/**
 * `stories` and `rows` are the totals of the viewer's feed for the source, with copies hidden and shown, and the times those of
 * its first and last post. So a muted source has none.
 */
export type OwnerCard = {
  owner: Owner;
  firstPostAt: string | null;
  lastPostAt: string | null;
  stories: number;
  rows: number;
  mute: OwnerMute | null;
};

function readMute(raw: unknown): OwnerMute | null {
  if (raw === null || raw === undefined) return null;
  const { MuteID, Removable } = readObject(raw);
  return { id: readNumber(MuteID), removable: readBoolean(Removable) };
}

function readOwnerCard(reply: unknown): OwnerCard {
  const fields = readObject(reply);
  return {
    owner: readOwner(fields.Owner),
    firstPostAt: readTime(fields.FirstPostAt),
    lastPostAt: readTime(fields.LastPostAt),
    stories: readNumber(fields.Stories),
    rows: readNumber(fields.Rows),
    mute: readMute(fields.Mute),
  };
}

export const loadOwnerCard = (ownerId: number): Call<OwnerCard> =>
  get(withQuery('/vknf/owners/card', { ownerId }), readOwnerCard, messages.loadOwners);
