/** Saves accounts of the social network with their posts. */
import type { DatabaseSync } from 'node:sqlite';
import type { UserRow } from '../users-store.ts';
import { createErasedTargets } from './erased-targets.ts';

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
