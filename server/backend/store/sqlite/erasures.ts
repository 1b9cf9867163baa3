/** Erases sources and authors from SQLite. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { targetEvent } from '../../rules/journal/events.ts';
import type { ErasureScope, ErasuresStore, ErasureTarget } from '../erasures-store.ts';
import { transaction } from './database.ts';
import { createJournalWriter } from './journal-writer.ts';
import { createPostRemoval, storedRowColumns } from './post-removal.ts';
import type { StoredRow } from './post-rows.ts';

/** An author's own page is a source with the same ID. */
const conditions = { owner: 'owner_id = ?1', user: '(user_id = ?1 OR owner_id = ?1)' } as const;

export function createErasuresStore(db: DatabaseSync): ErasuresStore {
  const remove = createPostRemoval(db);
  const record = createJournalWriter(db);
  const count = (condition: string) =>
    db.prepare(`
      SELECT count(*) AS posts, coalesce(sum(n), 0) AS rows FROM (
        SELECT count(*) AS n FROM posts WHERE ${condition} GROUP BY owner_id, post_id)`);
  const find = (condition: string) => db.prepare(`SELECT ${storedRowColumns} FROM posts WHERE ${condition} LIMIT ?2`);
  const counts = { owner: count(conditions.owner), user: count(conditions.user) };
  const rows = { owner: find(conditions.owner), user: find(conditions.user) };
  const ownerName = db.prepare('SELECT name FROM owners WHERE owner_id = ?');
  const userName = db.prepare('SELECT name FROM users WHERE user_id = ?');
  const isErased = db.prepare('SELECT 1 FROM erasures WHERE kind = ? AND target_id = ?');
  const add = db.prepare(
    'INSERT INTO erasures VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET erased_at = excluded.erased_at',
  );
  const lift = db.prepare('DELETE FROM erasures WHERE kind = ? AND target_id = ?');
  const removeOwner = db.prepare('DELETE FROM owners WHERE owner_id = ?');
  const removeUser = db.prepare('DELETE FROM users WHERE user_id = ?');
  const clear = db.prepare('UPDATE deliveries SET content = NULL WHERE content IS NOT NULL');
  const composed = db.prepare(
    "SELECT delivery_id AS id FROM deliveries WHERE state = 'waiting' AND content IS NOT NULL",
  );
  const setKey = db.prepare('UPDATE deliveries SET key = ? WHERE delivery_id = ?');

  /** A message that waits gets a new content before its next try, and with it another key: its receiver may have the former one. */
  function clearMessages(): void {
    for (const { id } of composed.all()) setKey.run(randomUUID(), Number(id));
    clear.run();
  }

  function scope({ kind, id }: ErasureTarget): ErasureScope {
    const { posts, rows: total } = counts[kind].get(id) as { posts: number; rows: number };
    const known = (kind === 'user' ? userName.get(id) : undefined) ?? ownerName.get(id);
    const name = (known?.name as string | null | undefined) ?? null;
    return { name, posts, rows: total, erased: isErased.get(kind, id) !== undefined };
  }
  return {
    scope: async (target) => scope(target),
    begin: async (target, now, by) =>
      transaction(db, () => {
        const { kind, id } = target;
        record(by, 'data-erased', { of: 'target', kind, id, name: null, posts: scope(target).posts });
        add.run(kind, id, now);
        removeOwner.run(id);
        if (kind === 'user') removeUser.run(id);
        clearMessages();
      }),
    deletePosts: async ({ kind, id }, limit) =>
      transaction(db, () => {
        const found = rows[kind].all(id, limit) as StoredRow[];
        remove(found);
        // The last step. Messages of the meantime may quote posts that were still stored.
        if (found.length < limit) clearMessages();
        return found.length;
      }),
    allow: async ({ kind, id }, by) =>
      transaction(db, () => {
        if (lift.run(kind, id).changes === 0) return false;
        record(by, 'erasure-lifted', targetEvent(kind, id, null));
        return true;
      }),
  };
}
