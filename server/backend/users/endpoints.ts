/** Calls for administrators to list and add accounts of the social network, the authors of posts. */
import * as messages from '../../../shared/messages.ts';
import { conflict, unknownId } from '../../platform/app-error.ts';
import { endpoint } from '../http/endpoint.ts';
import { presentUser } from './present-user.ts';
import { userBody, userParams, userReply, usersReply } from './schemas.ts';

export const users = [
  endpoint({
    method: 'GET',
    path: '/vknf/users',
    access: 'admin',
    summary: 'All accounts',
    reply: usersReply,
    handle: async ({ store }) => {
      const rows = await store.users.list();
      return { users: rows.map(presentUser), total: rows.length };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/users/{id}',
    access: 'admin',
    summary: 'One account',
    params: userParams,
    reply: userReply,
    handle: async ({ store, params }) => {
      const user = await store.users.get(params.id);
      if (!user) throw unknownId();
      return presentUser(user);
    },
  }),
  endpoint({
    method: 'POST',
    path: '/vknf/users/create',
    access: 'admin',
    summary: 'Adds an account with its ID in the social network',
    body: userBody,
    reply: userReply,
    status: 201,
    handle: async ({ store, by, body }) => {
      const fields = {
        userId: body.UserID,
        name: body.Name,
        domain: body.Domain || null,
        photoUrl: body.PhotoURL || null,
      };
      const user = await store.users.create(fields, by);
      if (!user) throw conflict(messages.duplicateId);
      return presentUser(user);
    },
  }),
];
