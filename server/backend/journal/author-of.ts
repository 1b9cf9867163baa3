/** Who makes the changes of a session, for the journal. */
import { nameOf } from '../http/log-fields.ts';
import type { Author } from '../store/journal-store.ts';
import type { Session } from '../store/sessions-store.ts';

export const authorOf = ({ owner, impersonation }: Session, address: string, now: number): Author => ({
  who: nameOf(owner),
  onBehalfOf: impersonation?.clientId ?? null,
  address,
  at: now,
});
