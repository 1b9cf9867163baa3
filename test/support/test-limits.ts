/** The default limits of collection runs. */
import type { RunDeps } from '../../server/backend/jobs/collector/run-phrase.ts';

const minute = 60_000;

export const testLimits: Pick<RunDeps, 'limits' | 'interval'> = {
  limits: { fullSearchDays: 365, keepPostsDays: 0 },
  interval: { shortestMs: 15 * minute, longestMs: 24 * 60 * minute },
};
