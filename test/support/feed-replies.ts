/** Replies of our own backend to the calls of the feed (docs/product/feed.md). */
import { offerOwn } from './own-backend.ts';
import type { StandIn } from './stand-in-backend.ts';
import type { Visitor } from './test-console.ts';

export const histogram = {
  Unit: 'day',
  Bars: [
    { From: '2026-10-30', Total: 4 },
    { From: '2026-11-01', Total: 1234 },
    { From: '2026-11-02', Total: 1 },
  ],
};

export const savedViews = [
  { ViewID: 5, Name: 'Тверь', Query: '?text=дорог&city=3&sort=-post_dt', ClientID: null, Editable: true, New: 3 },
  { ViewID: 6, Name: 'Общий', Query: '?word=7&copies=show', ClientID: 'client-1', Editable: false, New: 0 },
];

export function offerFeed(backend: StandIn): void {
  offerOwn(backend);
  backend.on('GET /vknf/posts/histogram', () => ({ body: histogram }));
  backend.on('GET /vknf/posts/visit', () => ({ body: { Since: 41, Total: 17 } }));
  backend.on('GET /vknf/views', () => ({ body: { views: savedViews } }));
  backend.on('POST /vknf/views/open', () => ({ status: 204 }));
}

/** Opens pages until the console knows the backend's kind, for which it asks in the background. */
export async function untilOffered(visitor: Visitor): Promise<void> {
  while (!(await visitor.get('/profile')).text.includes('"backendKind":"own"'));
}
