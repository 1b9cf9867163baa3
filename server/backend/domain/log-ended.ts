import type { Logger } from 'pino';
import type { EndedImpersonation } from '../store/session-tokens.ts';

/** Logs the end of an impersonation under both names. Null: none has ended. */
export function logEnded({ log }: { log: Logger }, ended: EndedImpersonation | null): void {
  if (ended) log.info({ admin: ended.username, client: ended.clientId, ending: ended.ending }, 'impersonation ended');
}
