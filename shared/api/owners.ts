/** API calls for sources (owners; docs/product.md, section 7), and the readers of their replies. */
import type { Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { ownersPageSize } from '../rules/limits.ts';
import { type Call, get, post, withQuery } from './call.ts';
import { readList, readNothing, readNullable, readNumber, readObject, readText, readTotal } from './read.ts';

export type Owner = { id: number; type: string; name: string | null; domain: string | null; photoUrl: string | null };
export type OwnersPage = { owners: Owner[]; total: number };

/** Values of `orderBy`. */
export const ownerSortColumns = ['owner_id', 'owner_type', 'name', 'domain'] as const;
export type OwnerSortColumn = (typeof ownerSortColumns)[number];
export const defaultOwnerSort: Sort<OwnerSortColumn> = { column: 'owner_id', descending: false };

export type OwnerInput = { OwnerType: string; Name: string; Domain: string; PhotoURL: string };

export function readOwner(raw: unknown): Owner {
  const fields = readObject(raw);
  return {
    id: readNumber(fields.OwnerID),
    type: readText(fields.OwnerType),
    name: readNullable(fields.Name),
    domain: readNullable(fields.Domain),
    photoUrl: readNullable(fields.PhotoURL),
  };
}

function readOwnersPage(reply: unknown): OwnersPage {
  const owners = readList(reply, 'owners', readOwner);
  return { owners, total: readTotal(reply, owners.length) };
}

export const loadOwnersPage = (query: {
  limit?: number;
  offset: number;
  orderBy: OwnerSortColumn;
  orderDirection: 'ASC' | 'DESC';
}): Call<OwnersPage> =>
  get(withQuery('/vknf/owners/details', { limit: ownersPageSize, ...query }), readOwnersPage, messages.loadOwners);

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
