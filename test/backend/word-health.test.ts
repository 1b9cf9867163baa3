// Proves: phrases#card-of-a-phrase, phrases#filters-of-phrases
/** The health of phrases: when it is computed, its numbers, and the part that a client sees. */
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { measureHealth, startWordHealth } from '../../server/backend/jobs/background.ts';
import type { MeasuredWord } from '../../server/backend/store/word-health.ts';
import { createFaultLog } from '../../server/platform/fault-log.ts';
import { type HealthVerdict, healthVerdicts } from '../../shared/rules/word-health.ts';
import { noon } from '../support/seed-posts.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

const hour = 3_600_000;
const day = 24 * hour;

let now: number;
let app: TwoClients;
beforeEach(async () => {
  now = noon;
  app = await startTwoClients({ now: () => now });
});
afterEach(() => app.close());

const measured: MeasuredWord = {
  wordId: 1,
  computedAt: noon,
  gaps: 0,
  leftOut: false,
  lastPostAt: noon,
  weekStories: 1,
  monthRows: 1,
  monthStories: 1,
  overlaps: [],
};

type Health = {
  WordID: number;
  ComputedAt: string;
  Verdict: HealthVerdict;
  WeekStories: number;
  MonthStories: number;
  MonthRows: number;
  Overlap: { WordID: number; Text: string; Stories: number } | null;
};

const measure = () => measureHealth(app.backend.store, now);

async function healthOf(who: Who, ...wordIds: number[]): Promise<Health[]> {
  const { status, body } = await app.get(`/vknf/words/health?wordIds=${wordIds.join(',')}`, who);
  expect(status).toBe(200);
  return (body as { health: Health[] }).health;
}

const verdictsOf = async (who: Who, ...wordIds: number[]) =>
  (await healthOf(who, ...wordIds)).map(({ WordID, Verdict }) => [WordID, Verdict]);

/** Posts with different texts of one phrase, from `first` on, an hour apart, the newest an hour ago. */
const series = (wordId: number, count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => ({
    wordId,
    postId: first + index,
    text: `Пост ${first + index}`,
    postedAt: now - (1 + index) * hour,
  }));

/** Adds collected windows, as a run that has read everything. */
function addWindows(wordId: number, ...windows: [from: number, to: number][]): void {
  const db = new DatabaseSync(app.backend.file);
  const insert = db.prepare('INSERT INTO collection_windows VALUES (?, ?, ?, 1)');
  for (const [from, to] of windows) insert.run(wordId, now - from * day, now - to * day);
  db.close();
}

describe('the computation', () => {
  test('is due for a phrase without posts that waits for no run, and again with its first post', async () => {
    const { metro, vote } = app;
    const { wordId: waiting } = await app.backend.createWord(app.clientIds.client, { text: 'порт' });
    const db = new DatabaseSync(app.backend.file);
    db.prepare("UPDATE words SET state = 'pending' WHERE word_id = ?").run(waiting);
    db.close();
    expect(await measure()).toBe(2);
    expect(await verdictsOf('admin', metro.wordId, vote.wordId, waiting)).toEqual([
      [metro.wordId, 'silent'],
      [vote.wordId, 'silent'],
    ]);
    expect(await measure()).toBe(0);
    await app.save(...series(metro.wordId, 1));
    expect([await measure(), await measure()]).toEqual([1, 0]);
    expect(await verdictsOf('admin', metro.wordId)).toEqual([[metro.wordId, 'fine']]);
  });

  test('is due at once for a phrase with posts or collected time, and again after a day', async () => {
    const { metro, vote } = app;
    await app.save(...series(metro.wordId, 1));
    addWindows(vote.wordId, [2, 1]);
    expect(await healthOf('admin', metro.wordId, vote.wordId)).toEqual([]);
    expect(await measure()).toBe(2);
    expect(Object.fromEntries(await verdictsOf('admin', metro.wordId, vote.wordId))).toEqual({
      [metro.wordId]: 'fine',
      [vote.wordId]: 'silent',
    });
    now += day - 1;
    expect(await measure()).toBe(0);
    now += 1;
    expect(await measure()).toBe(2);
    expect(await healthOf('admin', metro.wordId)).toMatchObject([{ ComputedAt: new Date(now).toISOString() }]);
  });

  test('is due again when the clock was wrong', async () => {
    await app.save(...series(app.metro.wordId, 1));
    await measure();
    now -= 1;
    expect(await measure()).toBe(2);
  });

  test('continues in steps until nothing is due, then pauses, and stops when it is closed', async () => {
    const left = [[measured, measured], [measured], []];
    const rests: number[] = [];
    const saved: number[] = [];
    const posts = { measureWords: async () => left.shift() ?? [] };
    const wordHealth = {
      save: async (words: readonly MeasuredWord[]) => void saved.push(words.length),
    };
    const rested = Promise.withResolvers<void>();
    const pause = async (ms: number, signal: AbortSignal) => {
      rests.push(ms);
      if (rests.length < 4) return;
      rested.resolve();
      await once(signal, 'abort');
    };
    const logger = pino({ level: 'silent' });
    const jobs = { begin: async () => true, end: async () => 0 };
    const running = startWordHealth({
      store: { posts, wordHealth, jobs },
      faults: createFaultLog({ faultOf: () => null, logger }),
      logger,
      pause,
    });
    await rested.promise;
    await running.close();
    expect([saved, rests]).toEqual([
      [2, 1],
      [10_000, 500, 500, 60_000],
    ]);
  });
});

describe('the numbers', () => {
  test('are stories of 7 and rows and stories of 30 days, as SQL counts them', async () => {
    const { metro, vote } = app;
    const text = 'Открыли новую станцию метро рядом с домом';
    /** The start of the first of these days in Moscow; the last one is today. */
    const startOf = (days: number) => Math.floor((now + 3 * hour) / day) * day - 3 * hour - (days - 1) * day;
    await app.save(
      ...series(metro.wordId, 30),
      ...[1, 2, 3].map((postId) => ({
        wordId: metro.wordId,
        ownerId: -2,
        postId,
        text,
        postedAt: now - postId * 5 * day,
      })),
      { wordId: metro.wordId, ownerId: -2, postId: 4, text, postedAt: startOf(30) },
      { wordId: metro.wordId, ownerId: -2, postId: 5, text: 'Старый пост', postedAt: startOf(30) - 1000 },
      { wordId: vote.wordId, ownerId: -2, postId: 1, text },
    );
    await measure();
    const count = (what: string, days: number) =>
      app.query(
        `SELECT count(${what}) AS number FROM posts WHERE word_id = ? AND id >= ?`,
        metro.wordId,
        (startOf(days) / 1000) * 2 ** 20,
      )[0]?.number;
    const expected = {
      WeekStories: count('DISTINCT story_id', 7),
      MonthStories: count('DISTINCT story_id', 30),
      MonthRows: count('*', 30),
    };
    expect(await healthOf('client', metro.wordId)).toMatchObject([expected]);
    expect(expected.MonthRows).toBe(34);
    expect(expected.MonthStories).toBe(31);
  });

  test('do not count posts of deleted phrases', async () => {
    const { metro, vote } = app;
    await app.save(...series(metro.wordId, 10), ...series(vote.wordId, 10));
    await app.backend.store.words.markDeleted(vote.wordId, now);
    expect(await measure()).toBe(1);
    expect(await healthOf('admin', metro.wordId, vote.wordId)).toMatchObject([
      { WordID: metro.wordId, Verdict: 'fine', Overlap: null },
    ]);
  });

  test('have the gaps between collected windows', async () => {
    const { metro } = app;
    await app.save(...series(metro.wordId, 1));
    addWindows(metro.wordId, [9, 7], [5, 3], [2, 1]);
    await measure();
    expect(await healthOf('client', metro.wordId)).toMatchObject([{ Verdict: 'incomplete', Gaps: 2, LeftOut: false }]);
  });
});

describe('a client', () => {
  test('gets the health of its own phrases only', async () => {
    const { metro, vote } = app;
    await app.save(...series(metro.wordId, 1), ...series(vote.wordId, 1));
    await measure();
    expect(await verdictsOf('client', metro.wordId, vote.wordId, 999)).toEqual([[metro.wordId, 'fine']]);
    expect(await verdictsOf('other', metro.wordId, vote.wordId)).toEqual([[vote.wordId, 'fine']]);
    const tooMany = Array.from({ length: 101 }, (_, index) => index + 1).join(',');
    expect((await app.get(`/vknf/words/health?wordIds=${tooMany}`, 'client')).status).toBe(400);
  });

  test('does not see an overlap with a phrase of another client', async () => {
    const { backend, metro, vote, clientIds } = app;
    const station = await backend.createWord(clientIds.client, { text: 'станция' });
    await app.save(...series(metro.wordId, 20), ...series(vote.wordId, 20), ...series(station.wordId, 19));
    await measure();
    const overlapOf = async (who: Who) => (await healthOf(who, metro.wordId))[0]?.Overlap;
    expect(await overlapOf('admin')).toEqual({ WordID: vote.wordId, Text: 'выборы', Stories: 20 });
    expect(await overlapOf('client')).toEqual({ WordID: station.wordId, Text: 'станция', Stories: 19 });
    await backend.store.words.unlink(station.wordId, clientIds.client);
    expect(await healthOf('client', metro.wordId)).toMatchObject([{ Verdict: 'fine', Overlap: null }]);
    expect(await verdictsOf('admin', metro.wordId)).toEqual([[metro.wordId, 'overlapping']]);
  });
});

/** Small random numbers on both sides of every limit, reproducible. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

describe('the filter of phrases by verdict', () => {
  /** 80 phrases of one or both clients, some deleted or without numbers, with random numbers and overlaps. */
  async function addMeasuredWords(): Promise<number[]> {
    const { backend, clientIds } = app;
    const { words, wordHealth } = backend.store;
    const random = createRandom(18);
    const ids: number[] = [];
    for (let index = 0; index < 80; index += 1) {
      const { wordId, text } = await backend.createWord(index % 3 === 0 ? clientIds.other : clientIds.client);
      if (index % 4 === 0) await words.create({ text, state: 'ready', fullSearch: false }, clientIds.other);
      ids.push(wordId);
    }
    const overlapsOf = () =>
      random(2) === 0
        ? []
        : [...new Set([random(80), random(80)])].map((at) => ({ otherId: ids[at] ?? 0, stories: 9 }));
    for (const wordId of ids.filter((id) => id % 10 !== 0))
      await wordHealth.save([
        {
          wordId,
          computedAt: now,
          gaps: random(8) === 0 ? 1 : 0,
          leftOut: random(8) === 0,
          lastPostAt: random(8) === 0 ? null : now - (random(8) + 1) * day,
          weekStories: 1000 + random(500),
          monthRows: 15 + random(10),
          monthStories: 5 + random(10),
          overlaps: overlapsOf(),
        },
      ]);
    for (const wordId of ids.filter((id) => id % 7 === 0)) await words.markDeleted(wordId, now);
    return ids;
  }

  test.each(['admin', 'client', 'other'] as const)(
    'lists, counts and selects for %s exactly the phrases whose cards have it',
    async (who) => {
      const ids = await addMeasuredWords();
      const page = who === 'admin' ? '/vknf/words/paginated' : '/vknf/words/paginated/client';
      const verdicts = await healthOf(who, ...ids);
      expect(new Set(verdicts.map(({ Verdict }) => Verdict))).toEqual(new Set(healthVerdicts));
      for (const verdict of healthVerdicts) {
        const expected = verdicts.filter(({ Verdict }) => Verdict === verdict).map(({ WordID }) => WordID);
        const { words, total } = (await app.get(`${page}?health=${verdict}`, who)).body as {
          words: { WordID: number }[];
          total: number;
        };
        expect(words.map(({ WordID }) => WordID)).toEqual(expected.toSorted((a, b) => b - a));
        expect(total).toBe(expected.length);
        const selected = await app.get(`/vknf/words/ids?health=${verdict}`, who);
        expect(selected.body).toMatchObject({ ids: words.map(({ WordID }) => WordID) });
        const deleted = await app.get(`${page}?health=${verdict}&deleted=true`, who);
        if (who === 'admin') expect(deleted.body).toEqual({ words: [], total: 0 });
      }
      expect((await app.get(`${page}?health=ill`, who)).status).toBe(400);
    },
  );
});
