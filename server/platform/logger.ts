/** The log: JSON lines on standard output. */
import { type Logger, pino } from 'pino';
import { openOutput } from './audit-log.ts';
import { countFaults } from './fault-counts.ts';

/** `base`: the fields of every line. */
export const createLogger = (level: string, base: object | null = { part: 'backend' }): Logger =>
  pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime, hooks: countFaults }, openOutput());

/** Logs a fault of the database with its remedy, and any other error with its stack. */
export function logFailure(
  deps: { store: { faultOf(error: unknown): string | null }; logger: Logger },
  error: unknown,
  message: string,
): void {
  const fault = deps.store.faultOf(error);
  deps.logger.error(fault === null ? { err: error } : { fault }, message);
}
