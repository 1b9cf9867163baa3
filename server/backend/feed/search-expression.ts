/** FTS5 expressions that match posts in the search index (store/sqlite/post-indexer.ts). A test compiles the deepest ones. */
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { everyRowTerm } from '../store/sqlite/post-indexer.ts';

/** Matches any of the terms. */
export const hasTerm = (...terms: string[]): string => `terms : (${terms.map((term) => `"${term}"`).join(' OR ')})`;

/** Quoting is safe, because stems consist of letters and digits only. */
const hasPhrase = (stems: readonly string[]): string => `text : "${stems.join(' ')}"`;

/** `all` must match, `none` must not. */
type Condition = { all: SearchQuery[]; none: SearchQuery[] };

function conditionOf(query: SearchQuery): Condition {
  const parts = query.kind === 'all' ? query.parts : [query];
  return {
    all: parts.filter(({ kind }) => kind !== 'not'),
    none: parts.flatMap((part) => (part.kind === 'not' ? [part.part] : [])),
  };
}

function combine(all: readonly string[], none: readonly string[]): string {
  const found = all.length === 0 ? hasTerm(everyRowTerm) : all.join(' AND ');
  return none.length === 0 ? found : `(${found}) NOT (${none.join(' OR ')})`;
}

/** Matches posts whose stems match the query. */
export function hasQuery(query: SearchQuery): string {
  if (query.kind === 'phrase') return hasPhrase(query.stems);
  if (query.kind === 'any') return `(${query.parts.map(hasQuery).join(' OR ')})`;
  const { all, none } = conditionOf(query);
  return `(${combine(all.map(hasQuery), none.map(hasQuery))})`;
}

/** Expressions of the search index. A match has all `wanted` ones, and no `unwanted` one. */
export type Terms = { wanted: string[]; unwanted: string[] };

export function termsOfQuery(query: SearchQuery): Terms {
  const { all, none } = conditionOf(query);
  return { wanted: all.map(hasQuery), unwanted: none.map(hasQuery) };
}

/** Matches all posts without wanted terms. */
export const matchExpression = ({ wanted, unwanted }: Terms): string => combine(wanted, unwanted);
