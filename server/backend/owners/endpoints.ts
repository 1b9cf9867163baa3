/** Calls to list and add sources (owners), for every signed-in user. */
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import { done, ok, queryInteger } from '../http/schema-fields.ts';
import { exported } from '../journal/exported.ts';
import { totalReply } from '../posts/schemas.ts';
import type { Identity } from '../rules/account.ts';
import { accountOf } from '../rules/account.ts';
import { ownerCard } from './card-endpoint.ts';
import { presentOwner } from './present-owner.ts';
import { ownerBody, ownerParams, ownerReply, ownersListQuery, ownersPageQuery, ownersReply } from './schemas.ts';

/** A client does not see what other clients have added. */
const clientScope = (viewer: Identity): string | null => (viewer.type === 'client' ? accountOf(viewer) : null);

/** The two lists differ only in the default length of a page. */
const listOwners = (path: string, summary: string, query: typeof ownersListQuery) =>
  endpoint({
    method: 'GET',
    path,
    access: 'signed-in',
    summary,
    query,
    reply: ownersReply,
    handle: exported('owners', async ({ store, viewer, query: page }) => {
      const account = clientScope(viewer);
      const [rows, total] = await Promise.all([store.owners.list(page, account), store.owners.count(account)]);
      return { owners: rows.map(presentOwner), total };
    }),
  });

export const owners = [
  ownerCard,
  listOwners('/vknf/owners', 'A list of sources', ownersListQuery),
  listOwners('/vknf/owners/details', 'A page of sources', ownersPageQuery),
  endpoint({
    method: 'GET',
    path: '/vknf/owners/count',
    access: 'signed-in',
    summary: 'The number of sources',
    reply: totalReply,
    handle: async ({ store, viewer }) => ({ total: await store.owners.count(clientScope(viewer)) }),
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/owners/{id}',
    access: 'signed-in',
    summary: 'One source',
    params: ownerParams,
    reply: ownerReply,
    handle: async ({ store, viewer, params }) => {
      const owner = await store.owners.find(params.id, clientScope(viewer));
      if (!owner) throw unknownId();
      return presentOwner(owner);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/owners/create',
    access: 'signed-in',
    summary: 'Adds a source. That of a client is seen by it and by administrators, until there is a post of it',
    body: ownerBody,
    reply: ownerReply,
    status: 201,
    handle: async ({ store, config, viewer, by, body }) => {
      const fields = {
        ownerId: body.OwnerID ?? null,
        ownerType: body.OwnerType,
        name: body.Name,
        domain: body.Domain || null,
        photoUrl: body.PhotoURL || null,
        addedBy: accountOf(viewer),
      };
      const max = config.LIMIT_SOURCES;
      const created = await store.owners.create(fields, by, max);
      if (created.outcome === 'duplicate') throw conflict(messages.duplicateId);
      if (created.outcome !== 'created') throw conflict(messages.tooManyOwners(max));
      return presentOwner(created.owner);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/owners/delete',
    access: 'admin',
    summary: 'Deletes a source without posts; 409 for one with posts',
    query: v.object({ id: queryInteger }),
    reply: done,
    handle: async ({ store, by, query }) => {
      const outcome = await store.owners.delete(query.id, by);
      if (outcome === 'unknown') throw unknownId();
      if (outcome === 'confirmed') throw conflict(messages.ownerDeleteMissing);
      return ok;
    },
  }),
];
