/** Brings the search index to the current stems beside the API, after an upgrade that changes them. */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { logFailure } from '../../platform/backend-logger.ts';
import { minuteMs } from '../../platform/durations.ts';
import type { Store } from '../store/store.ts';

/** The database has other work in between. */
const stepPauseMs = 50;
/** After a fault, for example a full disk. */
const faultPauseMs = minuteMs;
/** Progress is logged at each of these parts of the whole. */
const loggedPart = 0.1;

type Options = {
  store: Pick<Store, 'posts' | 'faultOf'>;
  logger: Logger;
  /** Rejects when the signal is aborted. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const sleep = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal });

/** Closing waits for the step under way; the next start continues. */
export function startReindexing({ store, logger, pause = sleep }: Options): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const rest = (ms: number) => pause(ms, signal).catch(() => {});

  async function reindexAll(): Promise<void> {
    const total = await store.posts.countOutdated();
    if (total === 0) return;
    logger.info({ posts: total }, 'the search index is brought to new word forms');
    let logged = 0;
    for (let done = 0; !signal.aborted; await rest(stepPauseMs)) {
      const rows = await store.posts.reindexSome();
      if (rows === 0) break;
      done += rows;
      if (done / total < logged + loggedPart) continue;
      logged = done / total;
      logger.info({ done, total }, 'posts have new word forms in the search index');
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      try {
        return await reindexAll();
      } catch (error) {
        logFailure({ store, logger }, error, 'the search index was not brought to new word forms');
      }
      await rest(faultPauseMs);
      if (signal.aborted) return;
    }
  }

  const running = run();
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}
