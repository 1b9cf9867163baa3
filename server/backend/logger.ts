/** The backend's logger: JSON lines on standard output. */
import { type Logger, pino } from 'pino';

/** `part` names the part of the backend that writes. */
export const createLogger = (level: string, part = 'backend'): Logger =>
  pino({ level, base: { part }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(1));
