/** Accounts of the social network in PostgreSQL. */
import { describeTarget } from '../../journal/describe.ts';
import type { UserRow, UsersStore } from '../users-store.ts';
import type { Db } from './database.ts';
import { readErasedTargets } from './erased-targets.ts';
import { recordChange } from './journal-writer.ts';

/** Adds new rows and updates changed ones. A known value is not replaced by null. Erased ones are left out. */
export async function saveUsers(db: Db, users: readonly UserRow[]): Promise<void> {
  const erased = await readErasedTargets(db);
  for (const { userId, name, domain, photoUrl } of users) {
    if (erased.hasUser(userId)) continue;
    await db.run(
      `INSERT INTO users AS known VALUES ($1, $2, $3, $4) ON CONFLICT (user_id) DO UPDATE SET name = excluded.name,
         domain = coalesce(excluded.domain, known.domain), photo_url = coalesce(excluded.photo_url, known.photo_url)
       WHERE (known.name, known.domain, known.photo_url) IS DISTINCT FROM
         (excluded.name, coalesce(excluded.domain, known.domain), coalesce(excluded.photo_url, known.photo_url))`,
      ...[userId, name, domain, photoUrl],
    );
  }
}

export const createUsersStore = (db: Db): UsersStore => ({
  list: () => db.rows<UserRow>('SELECT user_id, name, domain, photo_url FROM users ORDER BY user_id'),
  get: (userId) => db.row<UserRow>('SELECT user_id, name, domain, photo_url FROM users WHERE user_id = $1', userId),
  create: (user, by = null) =>
    db.transaction(async (tx) => {
      const values = [user.userId, user.name, user.domain, user.photoUrl];
      if ((await tx.run('INSERT INTO users VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING', ...values)) === 0)
        return null;
      await recordChange(tx, by, 'author-added', describeTarget('user', user.userId, user.name));
      return user;
    }),
});
