/** Counted sign-in attempts in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { LoginAttemptsStore } from '../login-attempts-store.ts';
import { transaction } from './database.ts';

export function createLoginAttemptsStore(db: DatabaseSync): LoginAttemptsStore {
  const deleteOld = db.prepare('DELETE FROM login_attempts WHERE at <= ?');
  // The oldest attempt within the limit: when it leaves the window, another attempt is allowed.
  const ofAccount = db.prepare(`
    SELECT at FROM login_attempts WHERE address = ? AND user_type = ? AND account = ?
    ORDER BY at DESC LIMIT 1 OFFSET ?`);
  const ofAddress = db.prepare('SELECT at FROM login_attempts WHERE address = ? ORDER BY at DESC LIMIT 1 OFFSET ?');
  const insert = db.prepare('INSERT INTO login_attempts (user_type, account, address, at) VALUES (?, ?, ?, ?)');
  const clear = db.prepare('DELETE FROM login_attempts WHERE address = ? AND user_type = ? AND account = ?');
  return {
    begin: async ({ type, account, address }, { windowMs, perAccount, perAddress }, now) =>
      transaction(db, () => {
        deleteOld.run(now - windowMs);
        const blocking = [
          ofAccount.get(address, type, account, perAccount - 1),
          ofAddress.get(address, perAddress - 1),
        ].map((attempt) => (attempt ? Number(attempt.at) + windowMs - now : 0));
        const wait = Math.max(...blocking);
        if (wait <= 0) insert.run(type, account, address, now);
        return Math.max(0, wait);
      }),
    clear: async ({ type, account, address }) => {
      clear.run(address, type, account);
    },
  };
}
