/**
 * `npm run bench -- comments` simulates the reading of walls with their comments: the real readers on a real database, in front of
 * the VK stand-in, at the rate of one key, on a simulated clock. Fails when something is missing, late, or stored twice.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { openConfiguredStore } from '../../server/backend/open-store.ts';
import { hourMs, minuteMs } from '../../shared/durations.ts';
import type { Size } from './comments-world.ts';
import { printTable, quantile } from './figures.ts';
import { createSimulatedClock, simulateComments } from './simulate-comments.ts';

/** The wall.get calls of a key in 24 hours that VK allows, with a reserve. */
const wallsMax = 4800;

export async function benchComments(size: Size): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-comments-'));
  const clock = createSimulatedClock();
  const store = await openConfiguredStore({ DATA_DIR: folder }, { now: clock.now });
  const startedAt = performance.now();
  try {
    const { first, later, missing, unexpected, wallCallsADay } = await simulateComments({ store, clock, size });
    const late = (part: number) => (quantile(later.lateMs, part) / minuteMs).toFixed(1);
    printTable(
      [`${size.walls} walls × ${size.posts} posts × ${size.comments} comments, threads of ${size.thread}`, 'figure'],
      [
        ['first reading: calls for comments', String(first.calls)],
        ['first reading: hours at the rate of a key', (first.ms / hourMs).toFixed(1)],
        ['first reading: minutes until each wall had its turn', (first.everyWallMs / minuteMs).toFixed(1)],
        ['rows stored of those that VK held', `${first.stored} of ${first.held}`],
        ['later: new posts and comments with the phrase, found', `${later.found} of ${later.held}`],
        ['later: calls for comments', String(later.calls)],
        ['later: minutes until found, p50 / p95 / longest', `${late(0.5)} / ${late(0.95)} / ${late(1)}`],
        ['missing, stored twice or never held', `${missing}, ${unexpected}`],
        ['most wall.get in 24 hours', String(wallCallsADay)],
        ['seconds that this took', ((performance.now() - startedAt) / 1000).toFixed(0)],
      ],
    );
    if (missing + unexpected > 0 || wallCallsADay > wallsMax || quantile(later.lateMs, 1) > 90 * minuteMs)
      throw new Error('Rows are missing, late or superfluous, or walls were read too often');
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
