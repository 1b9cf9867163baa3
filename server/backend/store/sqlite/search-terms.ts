/** Terms in the `terms` column of the search index (migrations 002 and 005), and FTS5 expressions that match them. */
import type { SearchQuery } from '../../search/query-tree.ts';

export const everyPost = 'all';
/** Rows of a post with several phrases. */
export const copyOfPost = 'copy';
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

/** What has to match, and what must not. */
type Condition = { all: SearchQuery[]; none: SearchQuery[] };

function conditionOf(query: SearchQuery): Condition {
  const parts = query.kind === 'all' ? query.parts : [query];
  return {
    all: parts.filter(({ kind }) => kind !== 'not'),
    none: parts.flatMap((part) => (part.kind === 'not' ? [part.part] : [])),
  };
}

function combine(all: readonly string[], none: readonly string[]): string {
  const found = all.length === 0 ? hasTerm(everyPost) : all.join(' AND ');
  return none.length === 0 ? found : `(${found}) NOT (${none.join(' OR ')})`;
}

/** Matches posts that match the query. */
export function hasQuery(query: SearchQuery): string {
  if (query.kind === 'phrase') return hasPhrase(query.stems);
  if (query.kind === 'any') return `(${query.parts.map(hasQuery).join(' OR ')})`;
  const { all, none } = conditionOf(query);
  return `(${combine(all.map(hasQuery), none.map(hasQuery))})`;
}

/** Matches posts that match the query and have all `wanted` terms, without those that have `unwanted` terms. */
export function matchExpression(query: SearchQuery | null, wanted: string[], unwanted: string[]): string {
  const { all, none } = query ? conditionOf(query) : { all: [], none: [] };
  return combine([...all.map(hasQuery), ...wanted], [...none.map(hasQuery), ...unwanted]);
}
