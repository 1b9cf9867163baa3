/** Erases sources and authors from PostgreSQL. */
import { targetEvent } from '../../rules/journal/events.ts';
import type { ErasureScope, ErasuresStore, ErasureTarget } from '../erasures-store.ts';
import type { Author } from '../journal.ts';
import { recordChange } from '../journal.ts';
import type { Db } from '../port.ts';
import { removeRows, storedRowColumns } from './post-removal.ts';
import type { StoredRow } from './post-rows.ts';

/** An author's own page is a source with the same ID. */
const conditions = { owner: 'owner_id = $1', user: '(user_id = $1 OR owner_id = $1)' } as const;

async function readScope(db: Db, { kind, id }: ErasureTarget): Promise<ErasureScope> {
  const counts = await db.row<{ posts: number; rows: number }>(
    `SELECT count(*) AS posts, coalesce(sum(n), 0) AS rows FROM (
       SELECT count(*) AS n FROM posts WHERE ${conditions[kind]} GROUP BY owner_id, post_id) AS counted`,
    id,
  );
  const owner = await db.row<{ name: string | null }>('SELECT name FROM owners WHERE owner_id = $1', id);
  const user = kind === 'user' ? await db.row<{ name: string }>('SELECT name FROM users WHERE user_id = $1', id) : null;
  const erased = await db.row('SELECT 1 FROM erasures WHERE kind = $1 AND target_id = $2', kind, id);
  return {
    name: (user ?? owner)?.name ?? null,
    posts: counts?.posts ?? 0,
    rows: counts?.rows ?? 0,
    erased: erased !== null,
  };
}

/** A message that waits gets a new content before its next try, and with it another key: its receiver may have the former one. */
const clearMessages = (db: Db) =>
  db.run(
    `UPDATE deliveries SET content = NULL, key = CASE state WHEN 'waiting' THEN gen_random_uuid() ELSE key END
     WHERE content IS NOT NULL`,
  );

/** Under the lock of posts, so that no writer stores a post that it has accepted before. */
async function begin(db: Db, target: ErasureTarget, now: number, by: Author): Promise<void> {
  const { kind, id } = target;
  await db.lock('posts');
  await recordChange(db, by, 'data-erased', {
    of: 'target',
    kind,
    id,
    name: null,
    posts: (await readScope(db, target)).posts,
  });
  await db.run(
    'INSERT INTO erasures VALUES ($1, $2, $3) ON CONFLICT (kind, target_id) DO UPDATE SET erased_at = excluded.erased_at',
    ...[kind, id, now],
  );
  await db.run('DELETE FROM owners WHERE owner_id = $1', id);
  if (kind === 'user') await db.run('DELETE FROM users WHERE user_id = $1', id);
  await clearMessages(db);
}

export const createErasuresStore = (db: Db): ErasuresStore => ({
  scope: (target) => readScope(db, target),
  begin: (target, now, by) => db.transaction((tx) => begin(tx, target, now, by)),
  deletePosts: ({ kind, id }, limit) =>
    db.transaction(async (tx) => {
      await tx.lock('posts');
      const sql = `SELECT ${storedRowColumns} FROM posts WHERE ${conditions[kind]} LIMIT $2`;
      const found = await tx.rows<StoredRow>(sql, id, limit);
      await removeRows(tx, found);
      // The last step. Messages of the meantime may quote posts that were still stored.
      if (found.length < limit) await clearMessages(tx);
      return found.length;
    }),
  allow: ({ kind, id }, by) =>
    db.transaction(async (tx) => {
      if ((await tx.run('DELETE FROM erasures WHERE kind = $1 AND target_id = $2', kind, id)) === 0) return false;
      await recordChange(tx, by, 'erasure-lifted', targetEvent(kind, id, null));
      return true;
    }),
});
