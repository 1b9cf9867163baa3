/** Optional API features of a backend, beyond docs/product/api.md. */

/**
 * Modules are in shared/api. shared/pages/post-filters.ts states which capability each filter of posts needs.
 *
 * `alerts`: rules on saved views, and Atom feeds (alerts.ts, atom.ts).
 * `analytics`: the figures of a period (analytics.ts), and posts per day of phrases (words.ts).
 * `bulk`: clients by page, with search and figures (clients.ts), phrases from a list, and bulk changes of clients and phrases
 * (word-changes.ts).
 * `cards`: cards of phrases and sources.
 * `collection`: the state of the collection (collection.ts).
 * `copies`: stories, and the filters `copies` and `storyId` of posts.
 * `counts`: live counts of several phrases in one call, GET /vknf/posts/count/words.
 * `cursors`: all rows of posts by cursor, GET /vknf/posts/rows.
 * `histogram`: posts per hour, day or month (analytics.ts).
 * `journal`: the journal (journal.ts), and impersonation with a reason and a read-only mode (auth.ts).
 * `marks`: read marks and visits (posts.ts).
 * `mutes`: hidden sources and authors (mutes.ts).
 * `people`: people who sign in for a client (people.ts), API keys and the second factor.
 * `preview`: what a phrase would find (words.ts).
 * `sources`: pages of sources with search and figures, and sorting by them (owners.ts).
 * `trash`: for administrators, listing and restoring deleted phrases, and deleting sources without posts.
 * `views`: saved views of the feed (views.ts).
 * `word-filters`: the filters of pages of phrases (words.ts).
 * `work`: a client's work on stories (work.ts). Administrators have it only while they act as a client.
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
