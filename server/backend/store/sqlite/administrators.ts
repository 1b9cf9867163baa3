/** Administrators in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { describeAccount } from '../../journal/describe.ts';
import type { Administrator, AdministratorsStore } from '../administrators-store.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';

export function createAdministratorsStore(db: DatabaseSync): AdministratorsStore {
  const any = db.prepare('SELECT 1 FROM administrators LIMIT 1');
  const insert = db.prepare(
    'INSERT INTO administrators (username, password_hash, created_at) VALUES (?, ?, ?) RETURNING admin_id AS id, username',
  );
  const byUsername = db.prepare('SELECT admin_id AS id, username FROM administrators WHERE username = ?');
  const hash = db.prepare('SELECT password_hash FROM administrators WHERE admin_id = ?');
  const setHash = db.prepare('UPDATE administrators SET password_hash = ? WHERE admin_id = ? RETURNING username');
  const record = createJournalWriter(db);
  return {
    isEmpty: async () => any.get() === undefined,
    create: async (username, passwordHash, now) => insert.get(username, passwordHash, now) as Administrator,
    findByUsername: async (username) => (byUsername.get(username) as Administrator | undefined) ?? null,
    passwordHash: async (id) => (hash.get(id)?.password_hash as string | undefined) ?? null,
    setPasswordHash: async (adminId, passwordHash, by = null) =>
      transaction(db, () => {
        const { username } = setHash.get(passwordHash, adminId) as { username: string };
        record(by, 'password-changed', describeAccount({ type: 'admin', adminId, username }));
      }),
  };
}
