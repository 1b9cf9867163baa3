/** Business constants of docs/product.md, section 9. Times are in milliseconds unless the name says otherwise. */

export const apiTimeoutMs = 20 * 1000;
export const wordsPageSize = 100;
export const postsPageSize = 20;
export const ownersPageSize = 20;
export const clientsPageSize = 100;

export const scrollTriggerPx = 200;
export const textSearchDebounceMs = 500;
export const citySearchMinLength = 3;
export const citySearchDebounceMs = 200;
/** Phrases whose live counts one call may ask for. */
export const wordCountsMax = 100;
export const suggestionsMax = 8;
/** More phrases than this are searched for in the feed's filter, instead of listed in it. */
export const phraseOptionsMax = 50;
/** Characters of a phrase, and of what is searched for. */
export const wordTextMax = 255;
/** As for cities; docs/product.md, section 9, has no value for phrases. */
export const textSuggestionsDebounceMs = 200;
/** Collected when a phrase's full search is off. */
export const fullSearchOffPosts = 200;
export const rowTextMax = 300;

export const impersonationMs = 15 * 60 * 1000;
export const impersonationWarningMs = 60 * 1000;

/** Failed sign-ins within the window after which an account at an address, or a whole address, has to wait. */
export const signInLimits = { windowMs: 15 * 60 * 1000, perAccount: 10, perAddress: 100 } as const;
export const signInNameMax = 255;

export const passwordMinLength = 8;
export const generatedPasswordLength = 12;
export const passwordDialogCloseMs = 1500;

export const popup = { minWidth: 280, minHeight: 120, width: 350, height: 200, margin: 20 } as const;
