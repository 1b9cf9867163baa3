/**
 * Every minute, ends expired sessions and lost runs, sums up refusals, returns postponed stories, and deletes old records.
 */
import type { Logger } from 'pino';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { type Background, repeat, startBackground } from '../../platform/background.ts';
import type { FaultLog } from '../../platform/fault-log.ts';
import type { Config } from '../../platform/settings.ts';
import { logEnded } from '../domain/log-ended.ts';
import type { Store } from '../store/store.ts';

const job = { name: 'sweep', fault: 'sweep failed', pauseMs: minuteMs, faultPauseMs: 5000 };
/** Small steps do not delay requests. An hour's sweeps delete more records than a busy service adds in a day. */
const deletedPerSweep = 1000;
/** Limits the postponed stories that one sweep returns. */
const returnedPerSweep = 500;

type Options = {
  store: Store;
  config: Pick<Config, 'JOURNAL_DAYS'>;
  faults: FaultLog;
  logger: Logger;
  now: () => number;
};

async function deleteOldRecords({ journal, alerts, reports }: Store, days: number, now: number): Promise<void> {
  if (days === 0) return;
  const before = now - days * dayMs;
  await journal.deleteOld(before, deletedPerSweep);
  await alerts.deleteOldDeliveries(before, deletedPerSweep);
  await reports.deleteOldSendings(before, deletedPerSweep);
}

export const startSweep = ({ store, config, faults, logger, now }: Options): Background =>
  startBackground((running) =>
    repeat(running, faults.of(job), job, async () => {
      for (const ended of await store.sessions.sweep(now())) logEnded({ log: logger }, ended);
      await store.journal.sumUpRefusals(now());
      await store.collection.endLost(now());
      await store.work.returnDue(now(), returnedPerSweep);
      await deleteOldRecords(store, config.JOURNAL_DAYS, now());
    }),
  );
