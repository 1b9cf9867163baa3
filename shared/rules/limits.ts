/**
 * Business constants of docs/product/limits.md. Times are in milliseconds unless the name has another unit. They multiply
 * plain numbers, because the build inlines these; named units would add 0.3 KiB to every table page.
 */

export const apiTimeoutMs = 20 * 1000;
export const wordsPageSize = 100;
export const postsPageSize = 20;
export const ownersPageSize = 20;
export const clientsPageSize = 100;
/** The maximum length of a search for clients or sources, in UTF-16 units. */
export const listSearchMax = 255;
/** With more clients than this, a field for a client is a search field instead of a select. */
export const clientOptionsMax = 50;
export const runsPageSize = 50;
export const journalPageSize = 50;
export const deliveriesPageSize = 50;

export const scrollTriggerPx = 200;
export const textSearchDebounceMs = 500;
/** A query that lacks something at its end is reported this long after the last character. */
export const unfinishedQueryMs = 1500;
export const citySearchMinLength = 3;
export const citySearchDebounceMs = 200;
/** The maximum number of IDs in one bulk call. A longer selection takes several calls, so that none blocks the API. */
export const bulkMax = 100;
/** The ID that the calls of one bulk change share. */
export const batchIdPattern = /^[0-9a-f]{32}$/;
/** The maximum number of phrases in one call for live counts. */
export const wordCountsMax = 100;
/** The maximum number of phrases of the filter `words`, which analytics compares. */
export const filteredWordsMax = 6;
/** The default and the maximum length of the period of analytics, in days. */
export const analyticsDays = 30;
export const analyticsMaxDays = 366;
/** The length of the rankings of analytics. */
export const rankedMax = 10;
/** The new sources that «Сводка» names: at first, and all. */
export const newSourcesMax = { first: 10, all: 500 } as const;
/** The maximum length of the period of «Сводка», in days. */
export const summaryMaxDays = 31;
/** The maximum number of texts in one call that checks a list of phrases. */
export const wordChecksMax = 200;
export const suggestionsMax = 8;
/** With more phrases than this, the phrase filter of the feed is a search field instead of a select. */
export const phraseOptionsMax = 50;
/** A multiple-choice field with more options than this has a search. */
export const plainOptionsMax = 20;
/** The maximum length of a phrase and of a search text, in UTF-16 units. */
export const wordTextMax = 255;
/** The same as for cities, because docs/product/limits.md states no value for phrases. */
export const textSuggestionsDebounceMs = 200;
export const textPreviewDebounceMs = 500;
/** The number of posts that are collected without full search. */
export const fullSearchOffPosts = 200;
export const rowTextMax = 300;
/** How often the feed asks for the number of new posts. After failures the pause grows to the maximum. */
export const newPostsIntervalMs = 60 * 1000;
export const newPostsMaxPauseMs = 15 * 60 * 1000;

export const impersonationMs = 15 * 60 * 1000;
/** How long the link of an invitation is valid. */
export const invitationMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The maximum number of failures within the window: failed sign-ins per account from one address, failed sign-ins per address,
 * and wrong codes after a correct password per account from all addresses.
 */
export const signInLimits = { windowMs: 15 * 60 * 1000, perAccount: 10, perAddress: 100, codesPerAccount: 20 } as const;
export const signInNameMax = 255;

export const passwordMinLength = 8;
export const generatedPasswordLength = 12;
export const passwordDialogCloseMs = 1500;

export const popup = {
  /** In narrower windows it opens expanded. */
  expandedBelow: 640,
  minWidth: 280,
  minHeight: 120,
  width: 350,
  height: 200,
  margin: 20,
  expandedWidth: 760,
  /** The minimum width of the window for docking the post beside the table. */
  dockedFrom: 1280,
  /** The minimum width of the window for a wide sidebar beside a docked post. */
  sidebarFrom: 1440,
} as const;

/** The most lines of a list of sources. */
export const sourceLinesMax = 100;
