/** Reads and adds accounts of the social network. */
import { targetEvent } from '../rules/journal/events.ts';
import { recordChange } from './journal.ts';
import type { Db } from './port.ts';
import type { UserRow, UsersStore } from './users-store.ts';

export const createUsersStore = (db: Db): UsersStore => ({
  list: () => db.rows<UserRow>('SELECT user_id, name, domain, photo_url FROM users ORDER BY user_id'),
  get: (userId) => db.row<UserRow>('SELECT user_id, name, domain, photo_url FROM users WHERE user_id = $1', userId),
  create: (user, by = null) =>
    db.transaction(async (tx) => {
      const values = [user.userId, user.name, user.domain, user.photoUrl];
      if (
        (await tx.run(
          'INSERT INTO users (user_id, name, domain, photo_url) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
          ...values,
        )) === 0
      )
        return null;
      await recordChange(tx, by, 'author-added', targetEvent('user', user.userId, user.name));
      return user;
    }),
});
