/**
 * Deletes old posts (setting KEEP_POSTS_DAYS) and comments that no client keeps any more, at the start and every night. Only one of
 * several processes does it.
 */

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

/** `keepPostsDays`: 0 keeps all posts. */
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
    const by = { who: messages.service, onBehalfOf: null, address: '', at: startedAt };
    /** Null when it was interrupted: another process continues, or this one after its next start. */
    async function deleteAll(step: () => Promise<number>): Promise<number | null> {
      let rows = 0;
      for (let deleted = stepRows; deleted === stepRows; rows += deleted) {
        if (rows > 0) await rest(stepPauseMs);
        if (signal.aborted || !(await hold())) return null;
        deleted = await step();
      }
      return rows;
    }
    if (keepPostsDays > 0) await collection.beginDeletion(before, timeZone, by);
    const posts = keepPostsDays > 0 ? await deleteAll(() => collection.deleteOldPosts(before, stepRows)) : 0;
    if (posts === null) return;
    await collection.beginCommentDeletion(startedAt, by);
    const comments = await deleteAll(() => collection.deleteUnkeptComments(startedAt, stepRows));
    if (comments === null) return;
    lastNight = nightOf(startedAt);
    if (posts > 0) logger.info({ rows: posts, before: new Date(before) }, 'old posts deleted');
    if (comments > 0) logger.info({ rows: comments }, 'old comments deleted');
  });
}
