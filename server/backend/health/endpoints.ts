/** Whether the backend can do its work: the console's readiness rests on it. */
import * as v from 'valibot';
import { endpoint } from '../http/endpoint.ts';
import { ok } from '../http/schema-fields.ts';

export const health = [
  endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'The backend works and reaches its database',
    reply: v.strictObject({ status: v.literal('ok') }),
    handle: async ({ store }) => {
      await store.check();
      return ok;
    },
  }),
];
