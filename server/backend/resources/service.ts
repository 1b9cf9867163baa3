/**
 * Calls about the backend itself: its health, and its capabilities, which are its calls beyond docs/product/api.md#calls.
 */
import * as v from 'valibot';
import { capabilities } from '../../../shared/capabilities.ts';
import { endpoint } from '../http/endpoint.ts';

export const service = [
  endpoint('GET', '/health', 'public', {
    summary: 'Checks that the database can be read and written',
    handle: ({ store }) => store.check(),
  }),
  endpoint('GET', '/capabilities', 'public', {
    summary: 'Names of the optional calls that this backend supports',
    reply: v.strictObject({ capabilities: v.array(v.picklist(capabilities)) }),
    handle: () => ({ capabilities: [...capabilities] }),
  }),
];
