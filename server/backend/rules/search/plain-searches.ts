/** The plain searches that together find every post of a phrase: the network documents neither OR nor brackets. */
import { readTokens } from './query-tokens.ts';
import type { SearchQuery } from './query-tree.ts';
import { parseSearchQuery, searchTextError } from './search-query.ts';

const searchesMax = 4;

/** Only texts that contain this can have operators beside a minus. */
const operator = /[()|]|OR|ИЛИ/;

/** Words and quoted phrases as written, with their minus. */
type Parts = string[];

/** What excludes the query without brackets. An excluded AND has no such parts: the local check drops its matches. */
function excludedParts(query: SearchQuery): Parts {
  if (query.kind === 'phrase') return [`-${query.text}`];
  return query.kind === 'any' ? query.parts.flatMap(excludedParts) : [];
}

/** The disjunctive normal form; null when it has too many alternatives. */
function expand(query: SearchQuery): Parts[] | null {
  if (query.kind === 'phrase') return [[query.text]];
  if (query.kind === 'not') return [excludedParts(query.part)];
  let alternatives: Parts[] = query.kind === 'all' ? [[]] : [];
  for (const part of query.parts) {
    const more = expand(part);
    if (more === null) return null;
    alternatives =
      query.kind === 'all'
        ? alternatives.flatMap((parts) => more.map((others) => [...parts, ...others]))
        : [...alternatives, ...more];
    if (alternatives.length > searchesMax) return null;
  }
  return alternatives;
}

/** A phrase without operators, or with an error, is searched as it is written. Null: it needs too many searches. */
export function plainSearches(text: string): string[] | null {
  const isPlain = !operator.test(text) || readTokens(text).every(({ kind }) => kind === 'part');
  const query = isPlain || searchTextError(text) !== null ? null : parseSearchQuery(text);
  if (query === null) return [text];
  const alternatives = expand(query);
  return alternatives && [...new Set(alternatives.map((parts) => parts.join(' ') || text))];
}
