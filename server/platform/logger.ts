/** The log: JSON lines on standard output. */
import { type Logger, pino } from 'pino';
import { openOutput } from './audit-log.ts';
import { countFaults } from './fault-counts.ts';

/** `base`: the fields of every line. */
export const createLogger = (level: string, base: object | null = { part: 'backend' }): Logger =>
  pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime, hooks: countFaults }, openOutput());
