/** Deletes old posts at the start and every night (setting KEEP_POSTS_DAYS). Only one of several processes does it. */

import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import * as messages from '../../../../shared/messages.ts';
import type { Background } from '../../../platform/background.ts';
import type { Store } from '../../store/store.ts';
import { type JobOptions, startJob } from '../background.ts';

/** A night begins at this hour of the day, in the console's time zone. */
const deletionHour = 3;

/** Returns a function that names the night of a time by its date. Where clocks skip the hour, the night begins after it. */
export function createNights(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  return (time) => {
    const [date = '', clock = ''] = format.format(time).split(' ');
    return Number(clock.slice(0, 2)) >= deletionHour
      ? date
      : new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10);
  };
}

const job = {
  name: 'retention',
  fault: 'old posts were not deleted',
  pauseMs: 5 * minuteMs,
  faultPauseMs: minuteMs,
  // Longer than a step takes.
  leaseMs: 5 * minuteMs,
} as const;
/** Small steps with pauses let the service write in between. */
const stepRows = 200;
const stepPauseMs = 100;

type Options = JobOptions & { store: Pick<Store, 'collection'>; keepPostsDays: number; timeZone: string };

export function startRetention({ keepPostsDays, timeZone, ...options }: Options): Background {
  const { store, logger, now = Date.now } = options;
  const { collection } = store;
  const nightOf = createNights(timeZone);
  let lastNight = '';
  return startJob(job, options, async ({ signal, rest, hold }) => {
    const startedAt = now();
    if (nightOf(startedAt) <= lastNight || !(await hold())) return;
    const before = startedAt - keepPostsDays * dayMs;
    await collection.beginDeletion(before, timeZone, {
      who: messages.service,
      onBehalfOf: null,
      address: '',
      at: startedAt,
    });
    let rows = 0;
    for (let deleted = stepRows; deleted === stepRows; rows += deleted) {
      if (rows > 0) await rest(stepPauseMs);
      // Another process continues, or this one after its next start.
      if (signal.aborted || !(await hold())) return;
      deleted = await collection.deleteOldPosts(before, stepRows);
    }
    lastNight = nightOf(startedAt);
    if (rows > 0) logger.info({ rows, before: new Date(before) }, 'old posts deleted');
  });
}
