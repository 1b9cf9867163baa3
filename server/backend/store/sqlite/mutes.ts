/** Muted sources and authors in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { clientOf } from '../../rules/account.ts';
import { targetEvent } from '../../rules/journal/events.ts';
import type { Author } from '../journal.ts';
import { type MuteRecord, toMute } from '../mute-rows.ts';
import type { MuteCreated, MutesStore, NewMute } from '../mutes-store.ts';
import { isVisibleOwner } from '../visible-owner-sql.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

/** Most authors are sources too, whose names are known more often. */
const select = `
  SELECT mute_id AS muteId, kind, target_id AS targetId, account, created_by AS createdBy, created_at AS createdAt,
    coalesce(iif(kind = 'user', users.name, NULL), owners.name) AS name
  FROM mutes LEFT JOIN owners ON owner_id = target_id LEFT JOIN users ON user_id = target_id`;

/** Finds a target that is stored or has a post of a phrase of the client; of any phrase if the client is null. */
const findTarget = (table: string, column: string, isVisible: string): string => `
  SELECT 1 FROM ${table} WHERE ${column} = :targetId AND ${isVisible}
  UNION ALL
  SELECT 1 FROM posts WHERE ${column} = :targetId
    AND (:clientId IS NULL OR word_id IN (SELECT word_id FROM word_clients WHERE client_id = :clientId))
  LIMIT 1`;

export function createMutesStore(db: DatabaseSync): MutesStore {
  const ofAccount = db.prepare(`${select} WHERE account = ? ORDER BY mute_id DESC`);
  const ofAdministrator = db.prepare(`${select} WHERE account = ? OR created_by LIKE 'admin:%' AND created_by <> account
    ORDER BY mute_id DESC`);
  const targets = {
    owner: db.prepare(findTarget('owners', 'owner_id', isVisibleOwner("('client:' || :clientId)"))),
    user: db.prepare(findTarget('users', 'user_id', '1')),
  };
  const known = db.prepare(
    'SELECT created_by AS createdBy FROM mutes WHERE account = ? AND kind = ? AND target_id = ?',
  );
  const count = db.prepare('SELECT count(*) AS mutes FROM mutes WHERE account = ?');
  const insert = db.prepare(`
    INSERT INTO mutes (account, kind, target_id, created_by, created_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (account, kind, target_id) DO UPDATE SET
      created_by = iif(created_by = account, excluded.created_by, created_by)
    RETURNING mute_id AS muteId, created_by AS createdBy`);
  const byId = db.prepare(`${select} WHERE mute_id = ?`);
  const remove = db.prepare('DELETE FROM mutes WHERE mute_id = ?');
  const record = createJournalWriter(db);

  function recordMute(by: Author | null, action: 'muted' | 'unmuted', muteId: number): void {
    const mute = byId.get(muteId) as MuteRecord | undefined;
    if (!mute) return;
    const { kind, targetId, name, clientId } = toMute(mute);
    record(by, action, targetEvent(kind, targetId, name, clientId));
  }

  function create(
    { account, kind, targetId, createdBy }: NewMute,
    now: number,
    by: Author | null,
    max: number,
  ): MuteCreated {
    const earlier = known.get(account, kind, targetId);
    if (!earlier) {
      if (!targets[kind].get({ targetId, clientId: clientOf(account) })) return { outcome: 'unknown-target' };
      if (Number(count.get(account)?.mutes) >= max) return { outcome: 'too-many' };
    }
    const mute = insert.get(account, kind, targetId, createdBy, now) as Pick<MuteRecord, 'muteId' | 'createdBy'>;
    const { muteId } = mute;
    if (mute.createdBy !== earlier?.createdBy) recordMute(by, 'muted', muteId);
    return { outcome: 'created', muteId };
  }
  return {
    list: async (account) => {
      const statement = clientOf(account) === null ? ofAdministrator : ofAccount;
      return (statement.all(account) as MuteRecord[]).map(toMute);
    },
    create: async (mute, now, by = null, max = Infinity) => transaction(db, () => create(mute, now, by, max)),
    delete: async (muteId, by = null) =>
      transaction(db, () => {
        recordMute(by, 'unmuted', muteId);
        remove.run(muteId);
      }),
  };
}
