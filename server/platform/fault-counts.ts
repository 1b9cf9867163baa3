/** Counts log lines of level `warn` and above, for `/metrics`. Each thread counts its own. */
import { type LoggerOptions, levels } from 'pino';

/** By level and message, separated by a space. */
export type FaultCounts = Record<string, number>;

const warn = 40;

export const faultCounts: FaultCounts = {};

/** The hooks of every logger. A level that LOG_LEVEL suppresses is not counted. */
export const countFaults: LoggerOptions['hooks'] = {
  logMethod(values, log, level) {
    if (level >= warn) {
      const message = values.find((value) => typeof value === 'string');
      const kind = `${levels.labels[level]} ${message}`;
      faultCounts[kind] = (faultCounts[kind] ?? 0) + 1;
    }
    log.apply(this, values);
  },
};
