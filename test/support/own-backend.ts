/**
 * Makes the stand-in our own backend, which has all calls. Those that a test does not set answer that there is nothing but one
 * client.
 */
import { ownCallNames } from '../../shared/backend-kind.ts';
import { tones, workStateFilters } from '../../shared/rules/work.ts';
import { clientRow } from './backend-shapes.ts';
import type { StandIn } from './stand-in-backend.ts';

export const ownReply = { backend: 'ldvk', version: '1.1.0', capabilities: [...ownCallNames] };

const noneOf = (labels: object) => Object.fromEntries(Object.keys(labels).map((name) => [name, 0]));

const empty: Record<string, unknown> = {
  'GET /server/clients/paginated': {
    clients: [{ client_id: clientRow.id, name: clientRow.name, words: 0, recent_posts: 0, signed_in_at: null }],
    total: 1,
  },
  'GET /server/keys': { keys: [] },
  'GET /vknf/mutes': { mutes: [], total: 0 },
  'GET /vknf/posts/count/words': { counts: [] },
  'GET /vknf/posts/count/words/days': { From: '2026-11-01', Days: [] },
  'GET /vknf/posts/rows': { posts: [], Next: null },
  'GET /vknf/posts/histogram': { Unit: 'day', Bars: [] },
  'GET /vknf/posts/visit': { Since: 0, Total: 0 },
  'GET /vknf/views': { views: [] },
  'GET /vknf/work': { tags: [], reasons: [], people: [], Me: 0 },
  'GET /vknf/work/counts': {
    states: noneOf(workStateFilters),
    people: [],
    tags: [],
    tones: noneOf({ ...tones, none: '' }),
    total: 0,
  },
  'GET /vknf/words/health': { words: [] },
};

export function offerOwn(backend: StandIn): void {
  backend.on('GET /capabilities', () => ({ body: ownReply }));
  backend.standBy(empty);
}
