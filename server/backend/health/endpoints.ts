/** Health: the console's /readyz depends on it. */
import * as v from 'valibot';
import { endpoint } from '../http/endpoint.ts';
import { ok } from '../http/schema-fields.ts';

export const health = [
  endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'The backend can read and write its database',
    reply: v.strictObject({ status: v.literal('ok') }),
    handle: async ({ store }) => {
      await store.check();
      return ok;
    },
  }),
];
