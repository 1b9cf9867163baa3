/** Simulates the reading of walls and comments on a store, minute by minute, and compares it with what the network held. */
import { pino } from 'pino';
import { runCommentReader } from '../../server/backend/jobs/collector/comment-reader.ts';
import { createVkSource } from '../../server/backend/jobs/collector/vk/vk-source.ts';
import { runWallReader } from '../../server/backend/jobs/collector/wall-reader.ts';
import { noFilters } from '../../server/backend/store/posts-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/durations.ts';
import { createProgressBar } from '../command.ts';
import type { Call } from '../vk-stand-in/read-call.ts';
import { createVkServer } from '../vk-stand-in/vk-server.ts';
import { createCommentsWorld, type Size, word } from './comments-world.ts';

const start = Date.parse('2026-03-09T06:00:00Z');
const limits = { intervalMs: hourMs, daysBack: 14, keepPostsDays: 0 };

/** A clock that the pauses between calls advance. */
export function createSimulatedClock() {
  let time = start;
  return {
    now: () => time,
    advanceTo(next: number) {
      time = Math.max(time, next);
    },
  };
}
type Clock = ReturnType<typeof createSimulatedClock>;
type Simulated = { store: Store; clock: Clock; size: Size };

async function addFollower(
  { clients, words, owners, collection }: Store,
  ownerIds: readonly number[],
): Promise<string> {
  const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '', note: '' };
  const { clientId } = await clients.create({ name: 'Клиент', ...contact, exportAccess: 'denied' }, start);
  const created = await words.create({ text: word, state: 'ready', fullSearch: false }, clientId);
  if (!('word' in created)) throw new Error(created.outcome);
  await owners.save(
    ownerIds.map((ownerId) => ({
      ownerId,
      ownerType: 'group',
      name: `Город ${-ownerId}`,
      domain: null,
      photoUrl: null,
    })),
  );
  const switches = { isFollowed: true, comments: true, everyPost: false };
  for (const ownerId of ownerIds)
    await collection.followWall({ clientId, ownerId, ...switches, max: ownerIds.length, storedSince: start }, null);
  return clientId;
}

/** «owner number» of the rows that the client sees, with the times when they were stored. */
async function readStored({ posts }: Store, clientId: string): Promise<[string, number][]> {
  const rows: [string, number][] = [];
  const viewing = { filter: { ...noFilters, clientId, copies: true }, clientId, account: null, shownWork: null };
  const page = { limit: 1000, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
  for (let offset = 0; ; offset += page.limit) {
    const read = await posts.page({ type: 'client', clientId }, viewing, { ...page, offset });
    rows.push(...read.rows.map((row): [string, number] => [`${row.ownerId} ${row.postId}`, row.updatedAt]));
    if (read.rows.length < page.limit) return rows;
  }
}

/** Runs the readers until a time. A call that would begin later is not made, and the reading goes on in the next minute. */
function createReaders({ store: { collection: store }, clock }: Pick<Simulated, 'store' | 'clock'>, origin: string) {
  const { now } = clock;
  const logger = pino({ enabled: false });
  let stop = new AbortController();
  let until = start;
  const source = createVkSource({
    collector: 'bench',
    config: {
      ...{ VK_API_ORIGIN: origin, COLLECTION_DAILY_CALLS: 0, POST_CHECKS_DAILY_CALLS: 1000 },
      ...{ WALL_DAILY_CALLS: 4800, COMMENT_DAILY_CALLS: 1_000_000 },
    },
    readKeys: () => ['service-key'],
    store,
    log: logger,
    now,
    async sleep(ms, signal) {
      clock.advanceTo(now() + ms);
      if (now() >= until) stop.abort();
      signal.throwIfAborted();
    },
  });
  const common = { store, source, now, logger, pause: async () => {} };
  return async (minuteEnd: number): Promise<void> => {
    await runWallReader({ ...common, limits }, new AbortController().signal, true);
    [stop, until] = [new AbortController(), minuteEnd];
    await runCommentReader({ ...common, limits }, stop.signal, true);
    until = Number.POSITIVE_INFINITY;
    clock.advanceTo(minuteEnd);
  };
}

/** The most calls in any 24 hours. */
function mostADay(times: readonly number[]): number {
  let [first, most] = [0, 0];
  for (const [index, at] of times.entries()) {
    while ((times[first] ?? at) <= at - dayMs) first += 1;
    most = Math.max(most, index + 1 - first);
  }
  return most;
}

function createLog() {
  const walls: number[] = [];
  const comments: number[] = [];
  /** When the comments of each wall were first asked for. */
  const turns = new Map<string, number>();
  return {
    walls,
    comments,
    turns,
    onCall({ method, params, at }: Call): void {
      if (method === 'wall.get') walls.push(at);
      if (method !== 'wall.getComments') return;
      comments.push(at);
      const owner = params.get('owner_id') ?? '';
      if (!turns.has(owner)) turns.set(owner, at);
    },
  };
}

/**
 * Reads everything once, then lets people write for an hour, and goes on until a day has passed. `held`: rows that the network
 * held. Times in milliseconds.
 */
export async function simulateComments({ store, clock, size }: Simulated) {
  const { world, ownerIds, addMore, held } = createCommentsWorld(size, start / 1000, clock.now);
  const log = createLog();
  const callLimits = { perSecond: null, perDay: 0, wallsPerDay: 5000 };
  const vk = await createVkServer(world, { now: clock.now, limits: callLimits, onCall: log.onCall });
  try {
    const clientId = await addFollower(store, ownerIds);
    const readUntil = createReaders({ store, clock }, vk.origin);
    const minute = () => readUntil(clock.now() + minuteMs);
    const bar = createProgressBar('posts whose comments are unread', size.walls * size.posts);
    do {
      await minute();
      bar.update(size.walls * size.posts - (await store.collection.commentQueue(clock.now())));
    } while ((await store.collection.commentQueue(clock.now())) > 0);
    bar.end();
    const [firstMs, firstCalls, firstHeld] = [clock.now() - start, log.comments.length, held()];
    const firstStored = (await readStored(store, clientId)).length;
    const writtenAt = clock.now();
    addMore(writtenAt / 1000);
    const end = Math.max(writtenAt + 3 * hourMs, start + dayMs + hourMs);
    while (clock.now() < end) await minute();
    const [allHeld, stored] = [held(), await readStored(store, clientId)];
    const storedAt = new Map(stored);
    const later = [...allHeld].filter(([key]) => !firstHeld.has(key));
    const lateMs = later
      .flatMap(([key, date]) => (storedAt.has(key) ? [(storedAt.get(key) ?? 0) - date * 1000] : []))
      .sort((a, b) => a - b);
    return {
      first: {
        calls: firstCalls,
        ms: firstMs,
        everyWallMs: Math.max(...log.turns.values()) - start,
        stored: firstStored,
        held: firstHeld.size,
      },
      later: { held: later.length, found: lateMs.length, calls: log.comments.length - firstCalls, lateMs },
      missing: [...allHeld.keys()].filter((key) => !storedAt.has(key)).length,
      unexpected: stored.length - storedAt.size + stored.filter(([key]) => !allHeld.has(key)).length,
      wallCallsADay: mostADay(log.walls),
    };
  } finally {
    await vk.close();
  }
}
