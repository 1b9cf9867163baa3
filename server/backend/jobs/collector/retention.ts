/** Deletes old posts at the start and every night (setting KEEP_POSTS_DAYS). Of several processes one does. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as messages from '../../../../shared/messages.ts';
import { dayMs, hourMs, minuteMs } from '../../../platform/durations.ts';
import type { Store } from '../../store/store.ts';
import type { Pause } from '../background.ts';

/** A night begins at this hour of the day, in the console's time zone. */
const deletionHour = 3;
/** Small steps with pauses let the service write in between. */
const stepRows = 200;
const stepPauseMs = 100;
/** When the process crashes, another may continue after this time. Longer than a step takes. */
const jobMs = 5 * minuteMs;

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

type Deps = {
  store: Pick<Store, 'collection' | 'jobs'>;
  keepPostsDays: number;
  timeZone: string;
  now: () => number;
  pause: Pause;
  logger: Logger;
};

/** Runs until the signal is aborted; rejects then with its reason. */
export async function deleteOldPostsNightly(deps: Deps, signal: AbortSignal): Promise<never> {
  const { store, keepPostsDays, timeZone, now, pause, logger } = deps;
  const { collection, jobs } = store;
  const owner = randomUUID();
  const nightOf = createNights(timeZone);
  let lastNight = '';

  const holdJob = () => jobs.begin('retention', owner, now(), now() + jobMs);

  /** Deletes for the night of the current time. False: another process does it, or has crashed while it did. */
  async function deleteAll(): Promise<boolean> {
    if (!(await holdJob())) return false;
    const begun = now();
    const before = begun - keepPostsDays * dayMs;
    const by = { who: messages.service, onBehalfOf: null, address: '', at: begun };
    await collection.beginDeletion(before, timeZone, by);
    let rows = 0;
    for (let deleted = stepRows; deleted === stepRows; rows += deleted) {
      if (rows > 0) await pause(stepPauseMs, signal);
      if (!(await holdJob())) return false;
      deleted = await collection.deleteOldPosts(before, stepRows);
    }
    await jobs.end('retention', owner);
    lastNight = nightOf(begun);
    if (rows > 0) logger.info({ rows, before: new Date(before) }, 'old posts deleted');
    return true;
  }

  for (;;) {
    while (!(await deleteAll())) await pause(jobMs, signal);
    do await pause(hourMs, signal);
    while (nightOf(now()) <= lastNight);
  }
}
