/** Administrators and their passwords. */
import type { JournalAction } from '../../../shared/rules/journal.ts';
import { accountEvent } from '../rules/journal/events.ts';
import { revokeFeeds } from './atom-feeds.ts';
import { type Author, recordChange } from './journal.ts';
import type { Db } from './port.ts';

export type Administrator = { id: number; username: string };

/** `password-changed`: the account's owner changes it; `password-set`: somebody else sets it. */
export type PasswordChange = { by: Author | null; action: Extract<JournalAction, 'password-set' | 'password-changed'> };

export interface AdministratorsStore {
  /** In order of creation. */
  usernames(): Promise<string[]>;
  create(username: string, passwordHash: string, now: number, by?: Author | null): Promise<Administrator>;
  /** Creates the first administrator. False: there is one already. */
  createFirst(username: string, passwordHash: string, now: number): Promise<boolean>;
  findByUsername(username: string): Promise<Administrator | null>;
  passwordHash(id: number): Promise<string | null>;
  setPasswordHash(id: number, passwordHash: string, change: PasswordChange): Promise<void>;
}

export const createAdministratorsStore = (db: Db): AdministratorsStore => ({
  usernames: async () =>
    (await db.rows<{ username: string }>('SELECT username FROM administrators ORDER BY admin_id')).map(
      ({ username }) => username,
    ),
  create: (username, passwordHash, now, by = null) =>
    db.transaction(async (tx) => {
      const added = await tx.row<{ id: number }>(
        'INSERT INTO administrators (username, password_hash, created_at) VALUES ($1, $2, $3) RETURNING admin_id AS id',
        ...[username, passwordHash, now],
      );
      const adminId = added?.id ?? 0;
      await recordChange(tx, by, 'administrator-added', accountEvent({ type: 'admin', adminId, username }));
      return { id: adminId, username };
    }),
  createFirst: (username, passwordHash, now) =>
    db.transaction(async (tx) => {
      await tx.lock('administrators');
      const sql = `INSERT INTO administrators (username, password_hash, created_at) SELECT $1, $2, $3::bigint
        WHERE NOT EXISTS (SELECT 1 FROM administrators)`;
      return (await tx.run(sql, username, passwordHash, now)) === 1;
    }),
  findByUsername: (username) =>
    db.row<Administrator>('SELECT admin_id AS id, username FROM administrators WHERE username = $1', username),
  passwordHash: async (id) =>
    (await db.row<{ hash: string }>('SELECT password_hash AS hash FROM administrators WHERE admin_id = $1', id))
      ?.hash ?? null,
  setPasswordHash: (adminId, passwordHash, { by, action }) =>
    db.transaction(async (tx) => {
      const admin = await tx.row<{ username: string }>(
        'UPDATE administrators SET password_hash = $1 WHERE admin_id = $2 RETURNING username',
        ...[passwordHash, adminId],
      );
      if (admin === null) throw new Error(`There is no administrator ${adminId}`);
      await revokeFeeds(tx, `admin:${adminId}`);
      await recordChange(tx, by, action, accountEvent({ type: 'admin', adminId, username: admin.username }));
    }),
});
