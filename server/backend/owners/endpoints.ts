/** Calls to list and add sources (owners), for every signed-in user. */
import * as messages from '../../../shared/messages.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import { exported } from '../journal/exported.ts';
import { totalReply } from '../posts/schemas.ts';
import { ownerCard } from './card-endpoint.ts';
import { presentOwner } from './present-owner.ts';
import { ownerBody, ownerParams, ownerReply, ownersListQuery, ownersPageQuery, ownersReply } from './schemas.ts';

/** The two lists differ only in the default length of a page. */
const listOwners = (path: string, summary: string, query: typeof ownersListQuery) =>
  endpoint({
    method: 'GET',
    path,
    access: 'signed-in',
    summary,
    query,
    reply: ownersReply,
    handle: exported('owners', async ({ store, query: page }) => {
      const [rows, total] = await Promise.all([store.owners.list(page), store.owners.count()]);
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
    handle: async ({ store }) => ({ total: await store.owners.count() }),
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/owners/{id}',
    access: 'signed-in',
    summary: 'One source',
    params: ownerParams,
    reply: ownerReply,
    handle: async ({ store, params }) => {
      const owner = await store.owners.find(params.id);
      if (!owner) throw unknownId();
      return presentOwner(owner);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/owners/create',
    access: 'signed-in',
    summary: 'Adds a source',
    body: ownerBody,
    reply: ownerReply,
    status: 201,
    handle: async ({ store, by, body }) => {
      const fields = {
        ownerId: body.OwnerID ?? null,
        ownerType: body.OwnerType,
        name: body.Name,
        domain: body.Domain || null,
        photoUrl: body.PhotoURL || null,
      };
      const owner = await store.owners.create(fields, by);
      if (!owner) throw conflict(messages.duplicateId);
      return presentOwner(owner);
    },
  }),
];
