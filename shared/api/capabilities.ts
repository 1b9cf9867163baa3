/** Optional calls that a backend may offer beyond section 7 of docs/product.md. */
import * as messages from '../messages.ts';
import { type Call, get } from './call.ts';
import { readList, readText } from './read.ts';

/** `counts`: live counts of many phrases in one call, GET /vknf/posts/count/words. */
export const capabilities = ['counts'] as const;
export type Capability = (typeof capabilities)[number];

/** The capabilities of the backend that the console knows. */
export const loadCapabilities: Call<Capability[]> = get(
  '/capabilities',
  (reply) => {
    const names = readList(reply, 'capabilities', readText);
    return capabilities.filter((capability) => names.includes(capability));
  },
  messages.unexpected,
);
