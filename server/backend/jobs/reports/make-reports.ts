/** Makes the files of sendings, one at a time: they are counted once, for all recipients and tries. */
import type { Logger } from 'pino';
import { minuteMs } from '../../../../shared/durations.ts';
import * as messages from '../../../../shared/messages.ts';
import { type MakeReport, toParts } from '../../domain/reports/contents.ts';
import type { Sending } from '../../store/report-sendings.ts';
import type { Store } from '../../store/store.ts';
import { pauseAfter } from '../sending/deliver.ts';

export type MakerDeps = {
  store: Pick<Store, 'reports' | 'faultOf'>;
  make: MakeReport;
  logger: Pick<Logger, 'info' | 'warn'>;
  now: () => number;
};

/** Longer than a report takes. After a crash, another process makes it after this time. */
const makingLeaseMs = 5 * minuteMs;

async function fail({ store: { reports }, logger, now }: MakerDeps, sending: Sending, error: unknown): Promise<void> {
  const { sendingId, tries } = sending;
  const pause = pauseAfter(tries);
  logger.warn({ err: error, sendingId, tries, retryMs: pause }, 'report not made');
  if (pause === null) await reports.failSending(sending, messages.reportNotMade, now());
  else await reports.retrySending(sending, now() + pause);
}

/** Rejects, because a stop of the service does not wait for a report, or when the lease ends. */
function whenAborted(signal: AbortSignal): Promise<never> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(makingLeaseMs)]);
  return new Promise((_, reject) => limited.addEventListener('abort', () => reject(limited.reason), { once: true }));
}

async function makeOne(deps: MakerDeps, sending: Sending, signal: AbortSignal): Promise<void> {
  const { store, make, logger, now } = deps;
  const { reports } = store;
  const { sendingId, plan, tries } = sending;
  try {
    // Each earlier making has crashed the process.
    if (tries > 1 && pauseAfter(tries - 1) === null) throw new Error('Too many tries');
    const contents = await Promise.race([make(plan), whenAborted(signal)]);
    await reports.setParts(sending, toParts(contents));
    logger.info({ sendingId, tries }, 'report made');
  } catch (error) {
    // The service stops: another process, or this one after its next start, makes the report.
    if (signal.aborted) await reports.releaseSending(sending, now());
    else if (store.faultOf(error) !== null) throw error;
    else await fail(deps, sending, error);
  }
}

/** Returns a function that makes what is due. It must not run concurrently. */
export const createMaker =
  (deps: MakerDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const { store, now } = deps;
    while (!signal.aborted) {
      const sending = await store.reports.claimSending(now(), now() + makingLeaseMs);
      if (sending === null) return;
      await makeOne(deps, sending, signal);
    }
  };
