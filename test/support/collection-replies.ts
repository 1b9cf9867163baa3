/** Replies of our own backend to the calls of collection and cards. */
import { phrase } from './backend-shapes.ts';
import { offerOwn } from './own-backend.ts';
import type { StandIn } from './stand-in-backend.ts';

/** The ID of the phrase that has a card. */
export const cardId = 7;

export const word = {
  WordID: cardId,
  Text: phrase,
  State: 'ready',
  FullSearch: false,
  Running: false,
  UpdateDt: '2026-11-01T10:00:00Z',
  TotalPosts: 200,
};

export const run = {
  RunID: 12,
  WordID: cardId,
  Word: phrase,
  StartedAt: '2026-11-01T10:00:00Z',
  EndedAt: '2026-11-01T10:00:02Z',
  Found: 1340,
  Added: 200,
  Calls: 1,
  Outcome: 'partial',
  Reason: null,
};

export const key = {
  KeyID: 'a1b2c3',
  Calls: 120,
  Limit: 1000,
  State: 'working',
  Until: null,
  Code: null,
  Message: null,
  RedirectURI: null,
  ChecksUntil: null,
  ChecksCode: null,
  ChecksMessage: null,
};

export const overview = {
  Configured: true,
  Keys: [key],
  Due: 3,
  Active: 40,
  CallsPerDay: 480,
  CallsLeft: 830,
  LastsUntil: null,
  Checks: { Calls: 12, Limit: 1000, Due: 40, LateMs: 3_900_000 },
  Walls: [
    {
      OwnerID: -5,
      Name: 'Город',
      ReadAt: '2026-11-01T09:00:00Z',
      LagMs: 3_900_000,
      Calls: 24,
      Problem: null,
      Idle: false,
    },
    { OwnerID: -6, Name: null, ReadAt: null, LagMs: null, Calls: 0, Problem: 'Access denied', Idle: false },
    { OwnerID: -7, Name: 'Район', ReadAt: null, LagMs: null, Calls: 0, Problem: null, Idle: true },
  ],
  WallUse: { Walls: { Calls: 24, Limit: 4800 }, Comments: { Calls: 310, Limit: 20_000 }, Due: 7 },
};

export const wordCollection = {
  WordID: cardId,
  Configured: true,
  LastRun: run,
  NextRunAt: '2026-11-01T10:30:00Z',
  Found: 1340,
  Stored: 200,
  LastPostAt: '2026-11-01T09:59:00Z',
  Reason: null,
  FullSearchReached: null,
  FullSearchFrom: null,
  Windows: [
    { From: '2026-10-01T00:00:00Z', To: '2026-10-20T00:00:00Z', Complete: true },
    { From: '2026-10-25T00:00:00Z', To: '2026-11-01T10:00:00Z', Complete: true },
  ],
};

export const health = {
  WordID: cardId,
  ComputedAt: '2026-11-01T03:00:00Z',
  Verdict: 'incomplete',
  Gaps: 1,
  LeftOut: true,
  LastPostAt: '2026-11-01T02:59:00Z',
  WeekStories: 70,
  MonthStories: 180,
  MonthRows: 200,
  Overlap: null,
  Recall: { Posts: 60, Found: 50, Capped: 0 },
};

/** Makes the stand-in our own backend. */
export function offerCollection(backend: StandIn): void {
  offerOwn(backend);
  backend.on(`GET /vknf/words/${cardId}`, () => ({ body: word }));
  backend.on('GET /vknf/words/health', () => ({ body: { health: [health] } }));
  backend.on('GET /vknf/collection', () => ({ body: overview }));
  backend.on('GET /vknf/collection/runs', () => ({ body: { runs: [run], total: 1 } }));
  backend.on(`GET /vknf/collection/words/${cardId}`, () => ({ body: wordCollection }));
  backend.on('POST /vknf/collection/start', () => ({ body: { status: 'ok' } }));
}
