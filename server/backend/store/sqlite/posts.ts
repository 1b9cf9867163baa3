/** Posts in SQLite: read by the reader threads, written on the main connection. */
import type { DatabaseSync } from 'node:sqlite';
import type { PostsStore } from '../posts-store.ts';
import { createPostWriter } from './post-writer.ts';
import type { ReaderPool } from './reader-pool.ts';

export function createPostsStore(db: DatabaseSync, readers: ReaderPool): PostsStore {
  const save = createPostWriter(db);
  return {
    page: (asker, scope, page) => readers.run(asker, { name: 'page', scope, page }),
    count: (asker, scope) => readers.run(asker, { name: 'count', scope }),
    dates: (asker, scope) => readers.run(asker, { name: 'dates', scope }),
    countMatching: (asker, text) => readers.run(asker, { name: 'countMatching', text }),
    save: async (posts) => save(posts),
  };
}
