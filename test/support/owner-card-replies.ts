/** Replies of a backend with the card of a source. */
import type { StandIn } from './stand-in-backend.ts';

/** The ID of the source that has a card. The demo has a source with this ID, too. */
export const ownerCardId = -50100;
export const ownerName = 'Город <и> люди';

const ownerCard = {
  Owner: {
    OwnerID: ownerCardId,
    OwnerType: 'group',
    Name: { String: ownerName, Valid: true },
    Domain: { String: 'gorod', Valid: true },
    PhotoURL: { String: '', Valid: false },
  },
  FirstPostAt: '2026-05-01T09:00:00Z',
  LastPostAt: '2026-11-01T09:59:00Z',
  Stories: 1200,
  Rows: 1500,
  Mute: null,
  UsualViews: [
    { Age: 1, Views: 1204.5, Posts: 100 },
    { Age: 24, Views: 8300, Posts: 64 },
  ],
  WallState: {
    Configured: true,
    Followed: true,
    Comments: true,
    EveryPost: false,
    ReadAt: '2026-11-01T09:00:00Z',
    RestUntil: null,
    Problem: null,
    Idle: false,
    Clients: [],
  },
};

export function offerOwnerCard(backend: StandIn): void {
  backend.on('GET /vknf/owners/card', () => ({ body: ownerCard }));
}
