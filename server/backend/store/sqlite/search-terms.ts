/** Names in the `terms` column of the search index (migration 002), and the expressions that ask for them. */
import type { SearchQuery } from '../../search/search-query.ts';

export const everyPost = 'all';
export const copyOfPost = 'copy';
export const wordTerm = (wordId: number): string => `w${wordId}`;
export const cityTerm = (cityId: number): string => `c${cityId}`;
/** The index splits words at a minus sign, hence `n`. */
export const ownerTerm = (ownerId: number): string => (ownerId < 0 ? `on${-ownerId}` : `o${ownerId}`);

/** Any of the terms. */
export const hasTerm = (...terms: string[]): string => `terms : (${terms.map((term) => `"${term}"`).join(' OR ')})`;

/** Stems hold letters and digits only, so that quoting them makes any typed text harmless. */
const hasPhrase = (stems: readonly string[]): string => `text : "${stems.join(' ')}"`;

/** What FTS5 is asked: all that is wanted, the query's phrases too, and nothing unwanted. */
export function matchExpression(query: SearchQuery | null, wanted: string[], unwanted: string[]): string {
  const all = [...(query?.required ?? []).map(hasPhrase), ...wanted];
  const none = [...(query?.excluded ?? []).map(hasPhrase), ...unwanted];
  const found = all.length === 0 ? hasTerm(everyPost) : all.join(' AND ');
  return none.length === 0 ? found : `(${found}) NOT (${none.join(' OR ')})`;
}
