/** Matches texts against many phrases at once, by the query language of phrases. */
import { matchesStems, type Phrase, type SearchQuery, toPhrase } from './query-tree.ts';
import { parseSearchQuery } from './search-query.ts';

/** The longest stem is usually the rarest. */
const keyOf = (stems: Phrase): string[] =>
  stems.length === 0 ? [] : [stems.reduce((longest, stem) => (stem.length > longest.length ? stem : longest))];

/** Stems of which every matching text has at least one; null when a text without any may match. */
function keysOf(query: SearchQuery): string[] | null {
  if (query.kind === 'phrase') return keyOf(query.stems);
  if (query.kind === 'not') return null;
  const keys = query.parts.map(keysOf);
  if (query.kind === 'any') return keys.includes(null) ? null : keys.flatMap((list) => list ?? []);
  const known = keys.filter((list) => list !== null);
  return known.toSorted((a, b) => a.length - b.length)[0] ?? null;
}

type Known = { wordId: number; query: SearchQuery };

/** Returns a function that lists the phrases that a text matches. Phrases without a word match nothing. */
export function createPhraseMatcher(phrases: readonly { wordId: number; text: string }[]) {
  const byKey = new Map<string, Known[]>();
  const others: Known[] = [];
  for (const { wordId, text } of phrases) {
    const query = parseSearchQuery(text);
    if (query === null) continue;
    const keys = keysOf(query);
    if (keys === null) others.push({ wordId, query });
    const known = { wordId, query };
    for (const key of new Set(keys)) {
      const list = byKey.get(key);
      if (list) list.push(known);
      else byKey.set(key, [known]);
    }
  }
  return (text: string): number[] => {
    const stems = toPhrase(text);
    const candidates = new Set([...others, ...[...new Set(stems)].flatMap((stem) => byKey.get(stem) ?? [])]);
    return [...new Set([...candidates].filter(({ query }) => matchesStems(stems, query)).map(({ wordId }) => wordId))];
  };
}
