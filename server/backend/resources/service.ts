/** Calls about the backend itself: its health, and which backend it is. */
import * as v from 'valibot';
import { ownCallNames } from '../../../shared/backend-kind.ts';
import { version } from '../../platform/version.ts';
import { endpoint } from '../http/endpoint.ts';

export const service = [
  endpoint('GET', '/health', 'public', {
    summary: 'Checks that the database can be read and written',
    handle: ({ store }) => store.check(),
  }),
  endpoint('GET', '/capabilities', 'public', {
    summary: 'Which backend this is. Consoles of 1.0.0 need the names of its optional calls',
    reply: v.strictObject({
      backend: v.literal('ldvk'),
      version: v.string(),
      capabilities: v.array(v.picklist(ownCallNames)),
    }),
    handle: () => ({ backend: 'ldvk' as const, version, capabilities: [...ownCallNames] }),
  }),
];
