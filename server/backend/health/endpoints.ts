/** The health call, on which the console's `/readyz` depends. */
import * as v from 'valibot';
import { endpoint } from '../http/endpoint.ts';
import { ok } from '../http/schema-fields.ts';

export const health = [
  endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Checks that the database can be read and written',
    reply: v.strictObject({ status: v.literal('ok') }),
    handle: async ({ store }) => {
      await store.check();
      return ok;
    },
  }),
];
