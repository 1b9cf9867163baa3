/** Posts in PostgreSQL. Queries run on the search copy, which first gets everything that was committed before. */

import { readPageJson } from '../../feed/page-json.ts';
import type { ReaderPool } from '../../feed/reader-pool.ts';
import { isSearchable } from '../../feed/search-check.ts';
import { accountOf } from '../account.ts';
import type { Db } from '../port.ts';
import type { PostsStore } from '../posts-store.ts';
import { savePosts } from './post-writer.ts';

/** Runs a query on the copy when it is up to date. */
export type CopyReader = ReaderPool['run'];

export const createPostsStore = (db: Db, run: CopyReader, now: () => number): PostsStore => ({
  pageJson: (viewer, scope, page) => readPageJson(run, viewer, scope, page),
  page: (viewer, scope, page) => run(viewer, { name: 'page', scope, page }),
  rows: (viewer, scope, query) => run(viewer, { name: 'rows', scope, query }),
  count: (viewer, scope) => run(viewer, { name: 'count', scope }),
  dates: (viewer, scope) => run(viewer, { name: 'dates', scope }),
  histogram: (viewer, scope) => run(viewer, { name: 'histogram', scope }),
  isSearchable: async (text) => isSearchable(text),
  countMatching: (viewer, text) => run(viewer, { name: 'countMatching', text }),
  countOfTargets: (viewer, targets, window) => run(viewer, { name: 'countOfTargets', targets, window }),
  countOfClients: (viewer, clientIds, window) => run(viewer, { name: 'countOfClients', clientIds, window }),
  countNewStories: (viewer, scopes) => run(viewer, { name: 'countNewStories', account: accountOf(viewer), scopes }),
  listArrivals: (viewer, scopes, until) =>
    run(viewer, { name: 'listArrivals', account: accountOf(viewer), scopes, until }),
  listFirstPosts: (viewer, scope) => run(viewer, { name: 'listFirstPosts', scope }),
  countInWindows: (viewer, scope, windows) => run(viewer, { name: 'countInWindows', scope, windows }),
  analytics: (viewer, scope, days, now) => run(viewer, { name: 'analytics', scope, days, now }),
  wordDays: (viewer, scope, wordIds, days) => run(viewer, { name: 'wordDays', scope, wordIds, days }),
  preview: (viewer, scope, window) => run(viewer, { name: 'preview', scope, window }),
  save: (posts) => db.transaction((tx) => savePosts(tx, posts, now())),
  // A search copy with former stems has another name (copy-files.ts).
  countOutdated: async () => 0,
  reindexSome: async () => 0,
  setTimeZone: async (name) => (await db.run('UPDATE service SET time_zone = $1 WHERE time_zone <> $1', name)) > 0,
});
