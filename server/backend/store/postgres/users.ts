/** Saves accounts of the social network with their posts. */

import type { Db } from '../port.ts';
import type { UserRow } from '../users-store.ts';
import { saveColumns } from './column-values.ts';
import { readErasedTargets } from './erased-targets.ts';

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
