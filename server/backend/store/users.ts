/** Accounts of the social network, the authors of posts. */
import { targetEvent } from '../rules/journal/events.ts';
import { readErasedTargets } from './erasures.ts';
import { type By, recordChange } from './journal.ts';
import { createMethods, type Db, toRows } from './port.ts';

export type UserRow = { userId: number; name: string; domain: string | null; photoUrl: string | null };

/** Upserts authors, except erased ones. Null does not overwrite a stored value. */
export async function saveUsers(db: Db, users: readonly UserRow[]): Promise<void> {
  const erased = await readErasedTargets(db);
  await db.run(
    `INSERT INTO users AS stored (user_id, name, domain, photo_url)
     SELECT CAST(value ->> 0 AS bigint), value ->> 1, value ->> 2, value ->> 3 FROM ${db.dialect.rowsIn('$1')} WHERE true
     ON CONFLICT (user_id) DO UPDATE SET name = excluded.name,
       domain = coalesce(excluded.domain, stored.domain), photo_url = coalesce(excluded.photo_url, stored.photo_url)
     WHERE (stored.name, stored.domain, stored.photo_url) IS DISTINCT FROM
       (excluded.name, coalesce(excluded.domain, stored.domain), coalesce(excluded.photo_url, stored.photo_url))`,
    toRows(
      users.filter(({ userId }) => !erased.hasUser(userId)),
      ({ userId }) => userId,
      ({ userId, name, domain, photoUrl }) => [userId, name, domain, photoUrl],
    ),
  );
}

/** Returns null if the ID is taken. */
async function create(db: Db, user: UserRow, by: By = null): Promise<UserRow | null> {
  const added = await db.run(
    'INSERT INTO users (user_id, name, domain, photo_url) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    user.userId,
    user.name,
    user.domain,
    user.photoUrl,
  );
  if (added === 0) return null;
  await recordChange(db, by, 'author-added', targetEvent('user', user.userId, user.name));
  return user;
}

const columns = 'user_id, name, domain, photo_url';

const list = (db: Db) => db.rows<UserRow>(`SELECT ${columns} FROM users ORDER BY user_id`);

const get = (db: Db, userId: number) => db.row<UserRow>(`SELECT ${columns} FROM users WHERE user_id = $1`, userId);

export const createUsersStore = (db: Db) => createMethods(db, { list, get }, { create });
