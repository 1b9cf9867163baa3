/** API calls for sources (owners; docs/product.md, section 7), and the readers of their replies. */
import { readRow } from '../fields/field.ts';
import { type Owner, type OwnerSortColumn, ownerFields } from '../fields/owners.ts';
import type { Sort } from '../list-query.ts';
import * as messages from '../messages.ts';
import { ownersPageSize } from '../rules/limits.ts';
import { type Call, get, post, withQuery } from './call.ts';
import { readList, readNothing, readObject, readTotal } from './read.ts';

export type OwnersPage = { owners: Owner[]; total: number };

export const defaultOwnerSort: Sort<OwnerSortColumn> = { column: 'owner_id', descending: false };

export type OwnerInput = { OwnerType: string; Name: string; Domain: string; PhotoURL: string };

export const readOwner = (reply: unknown): Owner => readRow(ownerFields, reply);

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
