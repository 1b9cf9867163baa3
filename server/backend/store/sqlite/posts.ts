/** Posts in SQLite: reads on the reader threads, writes on the main connection. */
import type { DatabaseSync } from 'node:sqlite';
import { readPageJson } from '../../feed/page-json.ts';
import type { ReaderPool } from '../../feed/reader-pool.ts';
import { createReindexing } from '../../feed/reindexing.ts';
import { isSearchable } from '../../feed/search-check.ts';
import { setTimeZone } from '../../feed/time-zone.ts';
import { accountOf } from '../account.ts';
import type { PostsStore } from '../posts-store.ts';
import { createPostWriter } from './post-writer.ts';

export function createPostsStore(db: DatabaseSync, readers: ReaderPool, now: () => number): PostsStore {
  const save = createPostWriter(db, now);
  const reindexing = createReindexing(db);
  return {
    pageJson: (viewer, scope, page) => readPageJson(readers.run, viewer, scope, page),
    page: (viewer, scope, page) => readers.run(viewer, { name: 'page', scope, page }),
    rows: (viewer, scope, query) => readers.run(viewer, { name: 'rows', scope, query }),
    count: (viewer, scope) => readers.run(viewer, { name: 'count', scope }),
    dates: (viewer, scope) => readers.run(viewer, { name: 'dates', scope }),
    histogram: (viewer, scope) => readers.run(viewer, { name: 'histogram', scope }),
    analytics: (viewer, scope, days, now) => readers.run(viewer, { name: 'analytics', scope, days, now }),
    wordDays: (viewer, scope, wordIds, days) => readers.run(viewer, { name: 'wordDays', scope, wordIds, days }),
    isSearchable: async (text) => isSearchable(text),
    countMatching: (viewer, text) => readers.run(viewer, { name: 'countMatching', text }),
    countOfTargets: (viewer, targets, window) => readers.run(viewer, { name: 'countOfTargets', targets, window }),
    countOfClients: (viewer, clientIds, window) => readers.run(viewer, { name: 'countOfClients', clientIds, window }),
    countNewStories: (viewer, scopes) =>
      readers.run(viewer, { name: 'countNewStories', account: accountOf(viewer), scopes }),
    listArrivals: (viewer, scopes, until) =>
      readers.run(viewer, { name: 'listArrivals', account: accountOf(viewer), scopes, until }),
    listFirstPosts: (viewer, scope) => readers.run(viewer, { name: 'listFirstPosts', scope }),
    countInWindows: (viewer, scope, windows) => readers.run(viewer, { name: 'countInWindows', scope, windows }),
    preview: (viewer, scope, window) => readers.run(viewer, { name: 'preview', scope, window }),
    save: async (posts) => save(posts),
    countOutdated: async () => reindexing.countOutdated(),
    reindexSome: async () => reindexing.reindexSome(),
    setTimeZone: async (name) => setTimeZone(db, name),
  };
}
