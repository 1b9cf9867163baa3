/** Accounts of the social network in PostgreSQL. */
import { describeTarget } from '../../journal/describe.ts';
import type { UserRow, UsersStore } from '../users-store.ts';
import { saveColumns } from './column-values.ts';
import type { Db } from './database.ts';
import { readErasedTargets } from './erased-targets.ts';
import { recordChange } from './journal-writer.ts';

/** Adds new rows and updates changed ones. A known value is not replaced by null. Erased ones are left out. */
export async function saveUsers(db: Db, users: readonly UserRow[]): Promise<void> {
  const erased = await readErasedTargets(db);
  await saveColumns(
    users.filter(({ userId }) => !erased.hasUser(userId)),
    ({ userId }) => userId,
    ({ userId, name, domain, photoUrl }) => [userId, name, domain, photoUrl],
    (columns) =>
      db.run(
        `INSERT INTO users AS known SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
         ON CONFLICT (user_id) DO UPDATE SET name = excluded.name,
           domain = coalesce(excluded.domain, known.domain), photo_url = coalesce(excluded.photo_url, known.photo_url)
         WHERE (known.name, known.domain, known.photo_url) IS DISTINCT FROM
           (excluded.name, coalesce(excluded.domain, known.domain), coalesce(excluded.photo_url, known.photo_url))`,
        ...columns,
      ),
  );
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
