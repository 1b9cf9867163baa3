/** Terms in the `terms` column of the search index (migration 002), and FTS5 expressions that match them. */
import type { SearchQuery } from '../../search/search-query.ts';

export const everyPost = 'all';
export const copyOfPost = 'copy';
export const wordTerm = (wordId: number): string => `w${wordId}`;
export const cityTerm = (cityId: number): string => `c${cityId}`;
/** Negative IDs have the prefix `on`, because the index splits words at a minus sign. */
export const ownerTerm = (ownerId: number): string => (ownerId < 0 ? `on${-ownerId}` : `o${ownerId}`);

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
