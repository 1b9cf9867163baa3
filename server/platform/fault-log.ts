/** Logs faults of repeated work: the first one at once, then a line a minute while they last, and a line when it works again. */
import type { Logger } from 'pino';
import { minuteMs } from '../../shared/durations.ts';
import { countRepeats } from './count-repeats.ts';

/** Its message is one line for operators, who need no stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** `fault` is the message of its failures in the log. */
export type Work = { name: string; fault: string };

/** Failures with one cause. They end when each of the works has succeeded again. */
type Trouble = {
  failing: Map<object, string>;
  names: Set<string>;
  failures: number;
  since: number;
  countSinceLine: (fault: string) => number | null;
};

type Options = {
  /** The fault of the database with its remedy; null for any other error. */
  faultOf: (error: unknown) => string | null;
  logger: Pick<Logger, 'error' | 'info'>;
  now?: (() => number) | undefined;
};

const lineMs = minuteMs;
/** The cause of all faults of the database. */
const database = Symbol('database');

const describe = (error: unknown) => (error instanceof OperatorError ? { reason: error.message } : { err: error });

export type FaultLog = ReturnType<typeof createFaultLog>;
export type WorkLog = ReturnType<FaultLog['of']>;

export function createFaultLog({ faultOf, logger, now = Date.now }: Options) {
  const troubles = new Map<string | symbol, Trouble>();

  function troubleOf(cause: string | symbol): Trouble {
    const known = troubles.get(cause);
    if (known) return known;
    const countSinceLine = countRepeats(lineMs, now);
    const trouble = { failing: new Map(), names: new Set<string>(), failures: 0, since: now(), countSinceLine };
    troubles.set(cause, trouble);
    return trouble;
  }

  function settle(cause: string | symbol, work: object): void {
    const trouble = troubles.get(cause);
    if (!trouble?.failing.delete(work) || trouble.failing.size > 0) return;
    troubles.delete(cause);
    const { names, failures, since } = trouble;
    logger.info({ jobs: [...names], failures, seconds: Math.round((now() - since) / 1000) }, 'works again');
  }

  function fail(work: object, { name, fault: message }: Work, error: unknown): void {
    const fault = faultOf(error);
    if (fault === null) settle(database, work);
    const trouble = troubleOf(fault === null ? message : database);
    trouble.failing.set(work, name);
    trouble.names.add(name);
    trouble.failures += 1;
    const count = trouble.countSinceLine(fault ?? '');
    if (count === null) return;
    const jobs = [...new Set(trouble.failing.values())];
    const cause = fault === null ? describe(error) : { fault };
    logger.error({ ...cause, count, jobs }, fault === null ? message : 'waiting for the database');
  }

  return {
    faultOf,
    /** Returns the log of one repeated work. */
    of(work: Work) {
      let hasFailed = false;
      const key = {};
      return {
        fail(error: unknown): void {
          hasFailed = true;
          fail(key, work, error);
        },
        /** Ends a round. Returns whether it succeeded: `fail` was not called since the end of the previous round. */
        endRound(): boolean {
          const succeeded = !hasFailed;
          hasFailed = false;
          if (succeeded) for (const cause of [database, work.fault]) settle(cause, key);
          return succeeded;
        },
      };
    },
  };
}
