/** Terms in the `terms` column of the search index (migrations 002 and 005), and FTS5 expressions that match them. */
import type { SearchQuery } from '../../search/search-query.ts';

export const everyPost = 'all';
/** Rows of a post with several phrases. */
export const copyOfPost = 'copy';
/** Rows of a story with several rows. */
export const copyOfStory = 'dup';
export const storyTerm = (storyId: number): string => `s${storyId}`;
export const wordTerm = (wordId: number): string => `w${wordId}`;
export const cityTerm = (cityId: number): string => `c${cityId}`;
/** A negative ID has an `n` for its minus sign, at which the index would split the term. */
const signedTerm = (prefix: string, id: number): string => (id < 0 ? `${prefix}n${-id}` : `${prefix}${id}`);
export const ownerTerm = (ownerId: number): string => signedTerm('o', ownerId);
export const userTerm = (userId: number): string => signedTerm('u', userId);

/** Matches any of the terms. */
export const hasTerm = (...terms: string[]): string => `terms : (${terms.map((term) => `"${term}"`).join(' OR ')})`;

/** Quoting is safe, because stems consist of letters and digits only. */
const hasPhrase = (stems: readonly string[]): string => `text : "${stems.join(' ')}"`;

/** Matches posts with all required phrases and `wanted` terms, without excluded phrases and `unwanted` terms. */
export function matchExpression(query: SearchQuery | null, wanted: string[], unwanted: string[]): string {
  const all = [...(query?.required ?? []).map(hasPhrase), ...wanted];
  const none = [...(query?.excluded ?? []).map(hasPhrase), ...unwanted];
  const found = all.length === 0 ? hasTerm(everyPost) : all.join(' AND ');
  return none.length === 0 ? found : `(${found}) NOT (${none.join(' OR ')})`;
}
