// Proves: journal#records
import { pino } from 'pino';
import { createFaultLog } from '../../../platform/fault-log.ts';
import type { Store } from '../../store/store.ts';
import { startRetention } from './retention.ts';

const logger = pino({ enabled: false });
const hour = 60 * 60_000;
const day = 24 * hour;

type Options = {
  start: number;
  durationMs: number;
  oldPosts: number;
  busyMs?: number;
  lateMs?: number;
  timeZone?: string;
};

/** Runs for that time on a clock that only pauses advance, and returns the deletions. Each pause takes `lateMs` longer. */
async function run({ start, durationMs, oldPosts, busyMs = 0, lateMs = 0, timeZone = 'Europe/Moscow' }: Options) {
  let time = start;
  let left = oldPosts;
  const over = Promise.withResolvers<void>();
  const deletions: { at: number; before: number; limit: number }[] = [];
  const recorded: unknown[] = [];
  const collection = {
    beginDeletion: async (before: number, zone: string) => {
      if (left > 0) recorded.push({ before, zone, rows: left });
      return left;
    },
    deleteOldPosts: async (before: number, limit: number) => {
      deletions.push({ at: time, before, limit });
      const deleted = Math.min(left, limit);
      left -= deleted;
      return deleted;
    },
    beginCommentDeletion: async () => 0,
    deleteUnkeptComments: async () => 0,
  };
  /** Another process holds the job until `busyMs` have passed. */
  const jobs = { begin: async () => time >= start + busyMs, end: async () => {} };
  const job = startRetention({
    store: { collection, jobs } as unknown as Store,
    faults: createFaultLog({ faultOf: () => null, logger }),
    keepPostsDays: 30,
    timeZone,
    now: () => time,
    pause: async (ms, signal) => {
      time += ms + lateMs;
      if (time >= start + durationMs) over.resolve(job.close());
      signal.throwIfAborted();
    },
    logger,
  });
  await over.promise;
  return { deletions, left, recorded };
}

describe('old posts', () => {
  test('are deleted at the start and every night at 3 by the clock of the console', async () => {
    const start = Date.parse('2026-03-01T12:30:00Z');
    const { deletions } = await run({ start, durationMs: 2 * day, oldPosts: 0 });
    expect(deletions.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-03-01T12:30:00.000Z',
      '2026-03-02T00:00:00.000Z',
      '2026-03-03T00:00:00.000Z',
    ]);
    expect(deletions.every(({ at, before }) => before === at - 30 * day)).toBe(true);
  });

  test('no night is skipped when the checks miss its hour', async () => {
    const start = Date.parse('2026-03-01T23:50:00Z');
    const { deletions } = await run({ start, durationMs: 2.5 * day, oldPosts: 0, lateMs: 62_000 });
    const nights = deletions.map(({ at }) => new Date(at + 3 * hour).toISOString().slice(0, 10));
    expect(nights).toEqual(['2026-03-02', '2026-03-02', '2026-03-03', '2026-03-04']);
  });

  test.each([
    ['that has no such hour', '2026-03-29T00:30:00Z', ['2026-03-29T00:30:00.000Z', '2026-03-29T01:00:00.000Z']],
    ['that has the hour twice', '2026-10-24T23:30:00Z', ['2026-10-24T23:30:00.000Z', '2026-10-25T00:00:00.000Z']],
  ])('are deleted once in a night %s', async (_night, start, expected) => {
    const { deletions } = await run({
      start: Date.parse(start),
      durationMs: 20 * hour,
      oldPosts: 0,
      timeZone: 'Europe/Helsinki',
    });
    expect(deletions.map(({ at }) => new Date(at).toISOString())).toEqual(expected);
  });

  test('are deleted in small steps until none is left', async () => {
    const { deletions, left, recorded } = await run({ start: 30 * day, durationMs: hour, oldPosts: 950 });
    expect(recorded).toEqual([{ before: 0, zone: 'Europe/Moscow', rows: 950 }]);
    expect(left).toBe(0);
    expect(deletions.map(({ limit }) => limit)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(deletions.map(({ at }) => at)).size).toBe(5);
  });

  test('are left to the process that is already deleting them; when it crashes, this one continues', async () => {
    const start = 30 * day;
    const { deletions, recorded } = await run({ start, durationMs: hour, oldPosts: 250, busyMs: 12 * 60_000 });
    expect(deletions.map(({ at }) => at - start)).toEqual([15 * 60_000, 15 * 60_000 + 100]);
    expect(recorded).toHaveLength(1);
  });
});
