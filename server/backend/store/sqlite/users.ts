/** Accounts of the social network in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { describeTarget } from '../../journal/describe.ts';
import type { UserRow, UsersStore } from '../users-store.ts';
import { transaction } from './database.ts';
import { createErasedTargets } from './erased-targets.ts';
import { createJournalWriter } from './journal-writer.ts';

const select = 'SELECT user_id AS userId, name, domain, photo_url AS photoUrl FROM users';

/** Returns a function that adds new rows and updates changed ones. A known value is not replaced by null. Erased ones are left out. */
export function createUserWriter(db: DatabaseSync) {
  const erased = createErasedTargets(db);
  const upsert = db.prepare(
    `INSERT INTO users (user_id, name, domain, photo_url) VALUES (?, ?, ?, ?) ON CONFLICT (user_id) DO UPDATE SET
       name = excluded.name, domain = coalesce(excluded.domain, domain), photo_url = coalesce(excluded.photo_url, photo_url)
     WHERE (name, domain, photo_url) IS NOT
       (excluded.name, coalesce(excluded.domain, domain), coalesce(excluded.photo_url, photo_url))`,
  );
  return (users: readonly UserRow[]): void => {
    for (const { userId, name, domain, photoUrl } of users)
      if (!erased.hasUser(userId)) upsert.run(userId, name, domain, photoUrl);
  };
}

export function createUsersStore(db: DatabaseSync): UsersStore {
  const list = db.prepare(`${select} ORDER BY user_id`);
  const byId = db.prepare(`${select} WHERE user_id = ?`);
  const record = createJournalWriter(db);
  const insert = db.prepare(
    'INSERT INTO users (user_id, name, domain, photo_url) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  return {
    list: async () => list.all() as UserRow[],
    get: async (userId) => (byId.get(userId) as UserRow | undefined) ?? null,
    create: async (user, by = null) =>
      transaction(db, () => {
        if (insert.run(user.userId, user.name, user.domain, user.photoUrl).changes === 0) return null;
        record(by, 'author-added', describeTarget('user', user.userId, user.name));
        return user;
      }),
  };
}
