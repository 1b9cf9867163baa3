/** Deletes old changes of work every night (setting WORK_HISTORY_DAYS). Only one of several processes does it. */
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import type { Background } from '../../platform/background.ts';
import type { Store } from '../store/store.ts';
import type { HistoryPlace } from '../store/work-history.ts';
import { type JobOptions, startJob } from './background.ts';
import { createNights } from './collector/retention.ts';

const job = {
  name: 'work-history',
  fault: 'old changes of work were not deleted',
  pauseMs: 5 * minuteMs,
  leaseMs: 5 * minuteMs,
} as const;
/** Small steps with pauses let the service write in between. */
const stepStories = 100;
const stepPauseMs = 100;

type Options = JobOptions & { store: Pick<Store, 'work'>; days: number; timeZone: string };

export function startWorkHistory({ days, timeZone, ...options }: Options): Background {
  const { store, now = Date.now } = options;
  const nightOf = createNights(timeZone);
  let lastNight = '';
  return startJob(job, options, async ({ signal, rest, hold }) => {
    const night = nightOf(now());
    if (night <= lastNight) return;
    const before = now() - days * dayMs;
    let place: HistoryPlace | null = { storyId: 0, clientId: '' };
    while (place !== null) {
      if (signal.aborted || !(await hold())) return;
      place = await store.work.deleteOldHistory(before, place, stepStories);
      await rest(stepPauseMs);
    }
    lastNight = night;
  });
}
