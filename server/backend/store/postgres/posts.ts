/** Writes posts to PostgreSQL. */
import type { Db } from '../port.ts';
import type { PostQueries, PostsStore } from '../posts-store.ts';
import { savePosts } from './post-writer.ts';

export const createPostsStore = (db: Db, queries: PostQueries, now: () => number): PostsStore => ({
  ...queries,
  save: (posts) => db.transaction((tx) => savePosts(tx, posts, now())),
  // A replica with former stems has another name (feed/replica/replica-files.ts).
  countOutdated: async () => 0,
  reindexSome: async () => 0,
  setTimeZone: async (name) => (await db.run('UPDATE service SET time_zone = $1 WHERE time_zone <> $1', name)) > 0,
});
