/** The default limits of collection runs. */
import type { RunDeps } from '../../server/backend/jobs/collector/run-phrase.ts';
import type { WallReaderDeps } from '../../server/backend/jobs/collector/wall-reader.ts';

const minute = 60_000;

export const testLimits: Pick<RunDeps, 'limits' | 'interval'> = {
  limits: { fullSearchDays: 365, keepPostsDays: 0 },
  interval: { shortestMs: 15 * minute, longestMs: 24 * 60 * minute },
};

export const wallLimitsOfTests: WallReaderDeps['limits'] = {
  intervalMs: 60 * minute,
  daysBack: 14,
  keepPostsDays: 0,
};
