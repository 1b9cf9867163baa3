/** Deletes old posts at the start and every night (setting KEEP_POSTS_DAYS). */
import type { Logger } from 'pino';
import * as messages from '../../../shared/messages.ts';
import { dayMs, hourMs } from '../../platform/durations.ts';
import { describeDeletion } from '../journal/describe.ts';
import type { CollectionStore } from '../store/collection-store.ts';

/** The hour of the day, in the console's time zone. */
const deletionHour = 3;
/** Small steps with pauses let the service write in between. */
const stepRows = 200;
const stepPauseMs = 100;

type Deps = {
  store: Pick<CollectionStore, 'beginDeletion' | 'deleteOldPosts'>;
  keepPostsDays: number;
  timeZone: string;
  now: () => number;
  /** Rejects when the signal is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  logger: Logger;
};

/** Runs until the signal is aborted; rejects then with its reason. */
export async function deleteOldPostsNightly(deps: Deps, signal: AbortSignal): Promise<never> {
  const { store, keepPostsDays, timeZone, now, pause, logger } = deps;
  const hourFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone });

  async function deleteAll(): Promise<void> {
    const before = now() - keepPostsDays * dayMs;
    const by = { who: messages.service, onBehalfOf: null, address: '', at: now() };
    await store.beginDeletion(before, (count) => describeDeletion(before, timeZone, count), by);
    let rows = 0;
    for (let deleted = stepRows; deleted === stepRows; rows += deleted) {
      if (rows > 0) await pause(stepPauseMs, signal);
      deleted = await store.deleteOldPosts(before, stepRows);
    }
    if (rows > 0) logger.info({ rows, before: new Date(before) }, 'old posts deleted');
  }

  for (;;) {
    await deleteAll();
    do await pause(hourMs, signal);
    while (Number(hourFormat.format(now())) !== deletionHour);
  }
}
