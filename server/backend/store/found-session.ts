/** The session of a token, from the record that both engines read. */
import type { Identity, Session } from './sessions-store.ts';

export type SessionRecord = {
  id: number;
  adminId: number | null;
  username: string | null;
  clientId: string | null;
  usedAt: number;
  replacedAt: number | null;
  impersonated: string | null;
  startedAt: number | null;
  expiresAt: number | null;
  readOnly: boolean | null;
  endedAt: number | null;
};

/** The session of a token. `replacedAt` is when a refresh token was exchanged. */
export type FoundSession = { session: Session; usedAt: number; replacedAt: number | null };

function toSession(record: SessionRecord, now: number): Session {
  const { id, impersonated, startedAt, expiresAt, endedAt } = record;
  const owner: Identity =
    record.adminId !== null
      ? { type: 'admin', adminId: record.adminId, username: record.username ?? '' }
      : { type: 'client', clientId: record.clientId ?? '' };
  if (impersonated === null || startedAt === null || expiresAt === null) {
    return { id, owner, viewer: owner, impersonation: null };
  }
  const over = endedAt !== null || expiresAt <= now;
  return {
    id,
    owner,
    viewer: { type: 'client', clientId: impersonated },
    impersonation: { clientId: impersonated, startedAt, expiresAt, readOnly: record.readOnly === true, over },
  };
}

export const toFoundSession = (record: SessionRecord, now: number): FoundSession => ({
  session: toSession(record, now),
  usedAt: record.usedAt,
  replacedAt: record.replacedAt,
});
