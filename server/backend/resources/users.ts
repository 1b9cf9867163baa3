/** Calls for administrators to list and add accounts of the social network, the authors of posts. */
import * as v from 'valibot';
import type { ReplyTable } from '../../../shared/fields/field.ts';
import * as messages from '../../../shared/messages.ts';
import { conflict } from '../../platform/app-error.ts';
import { endpoint, existing } from '../http/endpoint.ts';
import { pageOf } from '../http/reply.ts';
import { idQuery, requiredMessages, text } from '../http/schema-fields.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));

const userFields = {
  userId: { api: 'UserID', type: 'id' },
  name: { api: 'Name', type: 'text' },
  domain: { api: 'Domain', type: 'nullable' },
  photoUrl: { api: 'PhotoURL', type: 'nullable' },
} as const satisfies ReplyTable;

const userBody = v.object(
  {
    UserID: id,
    Name: v.pipe(text(255), v.minLength(1, messages.enterName)),
    Domain: v.optional(text(255), ''),
    PhotoURL: v.optional(text(2000), ''),
  },
  requiredMessages({ Name: messages.enterName }),
);

export const users = [
  endpoint('GET', '/vknf/users', 'admin', {
    summary: 'All accounts',
    reply: pageOf('users', userFields),
    handle: ({ store }) => store.users.list(),
  }),
  endpoint('GET', '/vknf/users/{id}', 'admin', {
    summary: 'One account',
    params: idQuery,
    reply: userFields,
    handle: async ({ store, params }) => existing(await store.users.get(params.id)),
  }),
  endpoint('POST', '/vknf/users/create', 'admin', {
    keyScope: 'load',
    summary: 'Adds an account with its ID in the social network',
    body: userBody,
    reply: userFields,
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
      return user;
    },
  }),
];
