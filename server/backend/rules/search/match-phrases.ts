/** Matches texts against many phrases at once, by the query language of phrases. */
import { createFinder, matches, type Phrase, type SearchQuery, toPhrase, wantedPhrases } from './query-tree.ts';
import { parseSearchQuery } from './search-query.ts';

/** How many of the phrases contain a stem. */
type Uses = ReadonlyMap<string, number>;

function countUses(queries: readonly SearchQuery[]): Uses {
  const uses = new Map<string, number>();
  for (const query of queries) {
    for (const stem of new Set(wantedPhrases(query).flat())) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  }
  return uses;
}

const usesOf = (keys: readonly string[], uses: Uses): number =>
  keys.reduce((sum, key) => sum + (uses.get(key) ?? 0), 0);

/** The stem of the fewest phrases. A rare word of phrases is usually rare in texts too. */
const keyOf = (stems: Phrase, uses: Uses): string[] =>
  stems.length === 0 ? [] : [stems.reduce((a, b) => (usesOf([b], uses) < usesOf([a], uses) ? b : a))];

/** Stems of which every matching text has at least one; null when a text without any may match. */
function keysOf(query: SearchQuery, uses: Uses): string[] | null {
  if (query.kind === 'phrase') return keyOf(query.stems, uses);
  if (query.kind === 'not') return null;
  const keys = query.parts.map((part) => keysOf(part, uses));
  if (query.kind === 'any') return keys.includes(null) ? null : keys.flatMap((list) => list ?? []);
  const known = keys.filter((list) => list !== null);
  return known.toSorted((a, b) => usesOf(a, uses) - usesOf(b, uses))[0] ?? null;
}

/** Stems that every matching text has. */
function requiredStems(query: SearchQuery): string[] {
  if (query.kind === 'phrase') return query.stems;
  return query.kind === 'all' ? query.parts.flatMap(requiredStems) : [];
}

/** `required`: the numbers of the required stems, the rarest first. */
type Known = { wordId: number; query: SearchQuery; required: readonly number[] };

/**
 * Returns a function that lists the phrases that a text matches. Phrases without a word match nothing. Most phrases that share a
 * word with the text are ruled out by the numbers of their stems.
 */
export function createPhraseMatcher(phrases: readonly { wordId: number; text: string }[]) {
  const byKey = new Map<string, Known[]>();
  const others: Known[] = [];
  const read = phrases.flatMap(({ wordId, text }) => {
    const query = parseSearchQuery(text);
    return query === null ? [] : [{ wordId, query }];
  });
  const uses = countUses(read.map(({ query }) => query));
  const numbers = new Map([...uses.keys()].map((stem, number) => [stem, number]));
  for (const { wordId, query } of read) {
    const stems = [...new Set(requiredStems(query))].sort((a, b) => usesOf([a], uses) - usesOf([b], uses));
    const known = { wordId, query, required: stems.map((stem) => numbers.get(stem) ?? 0) };
    const keys = keysOf(query, uses);
    if (keys === null) others.push(known);
    for (const key of new Set(keys)) {
      const list = byKey.get(key);
      if (list) list.push(known);
      else byKey.set(key, [known]);
    }
  }
  const isPresent = new Uint8Array(numbers.size);
  return (text: string): number[] => {
    const stems = toPhrase(text);
    const distinct = [...new Set(stems)];
    const present = distinct.flatMap((stem) => numbers.get(stem) ?? []);
    for (const number of present) isPresent[number] = 1;
    const has = createFinder(stems);
    const found = new Set<number>();
    const compare = ({ wordId, query, required }: Known) => {
      if (required.every((number) => isPresent[number] === 1) && matches(query, has)) found.add(wordId);
    };
    others.forEach(compare);
    for (const stem of distinct) byKey.get(stem)?.forEach(compare);
    for (const number of present) isPresent[number] = 0;
    return [...found];
  };
}
