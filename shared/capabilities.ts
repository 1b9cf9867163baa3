/** Optional API features of a backend, beyond docs/product.md, section 7. */

/**
 * `alerts`: rules on saved views and Atom feeds (shared/api/alerts.ts), and the filter `until` of posts.
 * `analytics`: the figures of a period (shared/api/analytics.ts), and the filters of posts that are marked so (shared/api/posts.ts).
 * `cards`: cards of phrases and sources.
 * `bulk`: clients by page, with search and figures (shared/api/clients.ts), phrases from a list, and changes of many
 * clients or phrases at once (shared/api/word-changes.ts).
 * `counts`: live counts of several phrases in one call, GET /vknf/posts/count/words.
 * `collection`: the state of collection, GET /vknf/collection and the calls below it (shared/api/collection.ts).
 * `copies`: stories, the filters `copies` and `storyId` of posts (shared/api/posts.ts).
 * `journal`: the journal, and a reason and a read-only mode of impersonations (shared/api/journal.ts, auth.ts).
 * `cursors`: every row of posts by cursor, GET /vknf/posts/rows (shared/api/posts.ts).
 * `sources`: the search, the figures and the orders by them of pages of sources (shared/api/owners.ts).
 * `people`: people who sign in for a client (shared/api/people.ts).
 * `trash`: for administrators: deleted phrases (the filter `deleted` of pages of phrases, and their restoration), and the deletion
 * of sources without posts.
 * `word-filters`: the filters of pages of phrases (shared/api/words.ts).
 * `work`: what the people of a client do with stories (shared/api/work.ts). Administrators have it only while they act as a client.
 * `histogram`, `marks`, `mutes`, `views`, `preview`: the calls of the module of that name (`preview`: text-preview.ts).
 */
export const capabilities = [
  'alerts',
  'analytics',
  'bulk',
  'cards',
  'counts',
  'cursors',
  'collection',
  'copies',
  'histogram',
  'journal',
  'marks',
  'mutes',
  'people',
  'views',
  'preview',
  'sources',
  'trash',
  'word-filters',
  'work',
] as const;
export type Capability = (typeof capabilities)[number];
