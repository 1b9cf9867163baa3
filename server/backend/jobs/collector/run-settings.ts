/** The settings of runs. */
import { minuteMs } from '../../../platform/durations.ts';
import type { Config } from '../../../platform/settings.ts';
import type { RunDeps } from './run-phrase.ts';

export const runSettings = (config: Config): Pick<RunDeps, 'limits' | 'interval'> => ({
  limits: { fullSearchDays: config.FULL_SEARCH_DAYS, keepPostsDays: config.KEEP_POSTS_DAYS },
  interval: {
    shortestMs: config.COLLECTION_INTERVAL_MINUTES * minuteMs,
    longestMs: config.COLLECTION_MAX_INTERVAL_MINUTES * minuteMs,
  },
});
