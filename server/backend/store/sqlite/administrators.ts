/** Administrators in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { describeAccount } from '../../journal/describe.ts';
import type { Administrator, AdministratorsStore } from '../administrators-store.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

export function createAdministratorsStore(db: DatabaseSync): AdministratorsStore {
  const names = db.prepare('SELECT username FROM administrators ORDER BY admin_id');
  const insert = db.prepare(
    'INSERT INTO administrators (username, password_hash, created_at) VALUES (?, ?, ?) RETURNING admin_id AS id, username',
  );
  const insertFirst = db.prepare(
    `INSERT INTO administrators (username, password_hash, created_at) SELECT ?, ?, ?
     WHERE NOT EXISTS (SELECT 1 FROM administrators)`,
  );
  const byUsername = db.prepare('SELECT admin_id AS id, username FROM administrators WHERE username = ?');
  const hash = db.prepare('SELECT password_hash FROM administrators WHERE admin_id = ?');
  const setHash = db.prepare('UPDATE administrators SET password_hash = ? WHERE admin_id = ? RETURNING username');
  const record = createJournalWriter(db);
  return {
    usernames: async () => names.all().map(({ username }) => String(username)),
    create: async (username, passwordHash, now, by = null) =>
      transaction(db, () => {
        const administrator = insert.get(username, passwordHash, now) as Administrator;
        record(by, 'administrator-added', describeAccount({ type: 'admin', adminId: administrator.id, username }));
        return administrator;
      }),
    createFirst: async (username, passwordHash, now) => insertFirst.run(username, passwordHash, now).changes === 1,
    findByUsername: async (username) => (byUsername.get(username) as Administrator | undefined) ?? null,
    passwordHash: async (id) => (hash.get(id)?.password_hash as string | undefined) ?? null,
    setPasswordHash: async (adminId, passwordHash, { by, action }) =>
      transaction(db, () => {
        const { username } = setHash.get(passwordHash, adminId) as { username: string };
        record(by, action, describeAccount({ type: 'admin', adminId, username }));
      }),
  };
}
