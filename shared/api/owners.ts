/** API calls for sources (owners; docs/product.md, section 7), and the readers of their replies. */

import { readRow } from '../fields/field.ts';
import { type Owner, type OwnerSortColumn, ownerFields } from '../fields/owners.ts';
import type { Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { type Page, readBoolean, readNothing, readNumber, readObject, readPage, readTime } from '../read.ts';
import { ownersPageSize } from '../rules/limits.ts';
import { type Call, get, post, withQuery } from './call.ts';

export const defaultOwnerSort: Sort<OwnerSortColumn> = { column: 'owner_id', descending: false };

export type OwnerInput = { OwnerType: string; Name: string; Domain: string; PhotoURL: string };

const readOwner = (reply: unknown): Owner => readRow(ownerFields, reply);

export const loadOwnersPage = (query: {
  limit?: number;
  offset: number;
  orderBy: OwnerSortColumn;
  orderDirection: 'ASC' | 'DESC';
}): Call<Page<Owner>> =>
  get(
    withQuery('/vknf/owners/details', { limit: ownersPageSize, ...query }),
    (reply) => readPage(reply, 'owners', readOwner),
    messages.loadOwners,
  );

export const loadOwner = (id: number): Call<Owner> =>
  get(
    `/vknf/owners/${id}`,
    (reply) => {
      const fields = readObject(reply);
      return readOwner(fields.owner ?? fields);
    },
    messages.loadOwners,
  );

/** Deletes a source without posts. Requires the capability `trash`. */
export const deleteOwner = (id: number): Call<null> =>
  post(withQuery('/vknf/owners/delete', { id }), {}, readNothing, messages.ownerDeleteMissing);

export const createOwner = (owner: OwnerInput): Call<null> =>
  post('/vknf/owners/create', owner, readNothing, messages.createOwner);

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

/** The API call of the capability `cards` for the card of a source. */
export const loadOwnerCard = (ownerId: number): Call<OwnerCard> =>
  get(withQuery('/vknf/owners/card', { ownerId }), readOwnerCard, messages.loadOwners);
