/** Lone surrogates, which HTML cannot contain. Chromium 109 has neither `isWellFormed()` nor `toWellFormed()`. */

export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Replaces each lone surrogate by U+FFFD. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
