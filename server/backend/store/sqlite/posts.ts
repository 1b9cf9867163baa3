/** Writes posts to SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostQueries, PostsStore } from '../posts-store.ts';
import { transaction } from './database.ts';
import { createPostIndexer, readReindexed } from './post-indexer.ts';
import { createPostWriter } from './post-writer.ts';

/** A step holds up other calls for some 50 ms. */
const stepRows = 300;

/** Replaces entries that have former stems (migration 019), step by step while the service runs. */
function createReindexing(db: DatabaseSync) {
  const list = db.prepare(`SELECT id FROM posts WHERE id < ? ORDER BY id DESC LIMIT ${stepRows}`);
  const advance = db.prepare('UPDATE post_search_reindex SET below = ?');
  const index = createPostIndexer(db);
  return {
    countOutdated(): number {
      const row = db
        .prepare('SELECT count(*) AS rows FROM posts WHERE id < (SELECT below FROM post_search_reindex)')
        .get();
      return Number(row?.rows);
    },
    /** The newest of them in one transaction. Returns how many; 0 at the end. */
    reindexSome: (): number =>
      transaction(db, () => {
        const below = readReindexed(db);
        if (below === null) return 0;
        const ids = list.all(below).map(({ id }) => Number(id));
        for (const id of ids) index.touch(id);
        index.write();
        const oldest = ids.at(-1);
        if (oldest === undefined) db.exec('DELETE FROM post_search_reindex');
        else advance.run(oldest);
        return ids.length;
      }),
  };
}

export function createPostsStore(db: DatabaseSync, queries: PostQueries, now: () => number): PostsStore {
  const save = createPostWriter(db, now);
  const reindexing = createReindexing(db);
  const setTimeZone = db.prepare('UPDATE time_zone SET name = ?1 WHERE name <> ?1');
  return {
    ...queries,
    save: async (posts) => save(posts),
    countOutdated: async () => reindexing.countOutdated(),
    reindexSome: async () => reindexing.reindexSome(),
    setTimeZone: async (name) => Number(setTimeZone.run(name).changes) > 0,
  };
}
