/** A parsed search as a tree, and whether a text matches it. */
import { tokenise } from './tokenise.ts';

/** Stems that must be adjacent, in this order. A plain word has one stem. */
export type Phrase = string[];

/**
 * `text` is the part as written, with its quotes or brackets and without its minus. `all` and `any` have at least two parts,
 * and no part of the same kind.
 */
export type SearchQuery =
  | { kind: 'phrase'; stems: Phrase; text: string }
  | { kind: 'not'; part: SearchQuery; text: string }
  | { kind: 'all' | 'any'; parts: SearchQuery[] };

export const toPhrase = (text: string): Phrase => tokenise(text).map((token) => token.stem);

/** Null without parts. */
export function joinParts(kind: 'all' | 'any', parts: readonly SearchQuery[]): SearchQuery | null {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  return flat.length > 1 ? { kind, parts: flat } : (flat[0] ?? null);
}

/** A double negation cancels itself. */
export const negate = (part: SearchQuery, text: string): SearchQuery =>
  part.kind === 'not' ? part.part : { kind: 'not', part, text };

/** The excluded part of a search that consists only of exclusions; null for any other search. */
export function exclusionOf(query: SearchQuery): SearchQuery | null {
  const parts = query.kind === 'all' ? query.parts : [query];
  const excluded = parts.flatMap((part) => (part.kind === 'not' ? [part.part] : []));
  return excluded.length === parts.length ? joinParts('any', excluded) : null;
}

export type PhraseQuery = Extract<SearchQuery, { kind: 'phrase' }>;

/** The parts that a match can contain: words and quoted phrases without a minus. */
export function wantedParts(query: SearchQuery): PhraseQuery[] {
  if (query.kind === 'phrase') return [query];
  return query.kind === 'not' ? [] : query.parts.flatMap(wantedParts);
}

export const wantedPhrases = (query: SearchQuery): Phrase[] => wantedParts(query).map(({ stems }) => stems);
export const wantedTexts = (query: SearchQuery): string[] => wantedParts(query).map(({ text }) => text);

/** Returns a function that says whether the text with these stems contains a phrase. */
export function createFinder(stems: readonly string[]): (phrase: Phrase) => boolean {
  const places = new Map<string, number[]>();
  for (const [index, stem] of stems.entries()) {
    const known = places.get(stem);
    if (known) known.push(index);
    else places.set(stem, [index]);
  }
  return (phrase) => {
    const [first] = phrase;
    if (first === undefined) return stems.length > 0;
    const starts = places.get(first);
    if (starts === undefined) return false;
    return phrase.length === 1 || starts.some((at) => phrase.every((stem, offset) => stems[at + offset] === stem));
  };
}

/** `has`: whether the text contains a phrase. `hasUnwanted`: the same for phrases behind a minus. */
export function matches(query: SearchQuery, has: (phrase: Phrase) => boolean, hasUnwanted = has): boolean {
  switch (query.kind) {
    case 'phrase':
      return has(query.stems);
    case 'not':
      return !matches(query.part, hasUnwanted);
    case 'all':
      return query.parts.every((part) => matches(part, has, hasUnwanted));
    case 'any':
      return query.parts.some((part) => matches(part, has, hasUnwanted));
  }
}

/** Whether a minus excludes the text, whatever else it contains. */
export function isExcluded(text: string, query: SearchQuery): boolean {
  return !matches(query, () => true, createFinder(toPhrase(text)));
}

/** Whether a text with these stems matches, computed without the index. */
export const matchesStems = (stems: Phrase, query: SearchQuery): boolean => matches(query, createFinder(stems));

export const matchesSearch = (text: string, query: SearchQuery): boolean => matchesStems(toPhrase(text), query);

/** Whether the text has a wanted phrase of the query, whatever else the query asks for. */
export function mentions(text: string, query: SearchQuery): boolean {
  return wantedPhrases(query).some(createFinder(toPhrase(text)));
}

/** `text` is the text after the minus, `rest` the search without this part; null when nothing else is left. */
type ExcludedPart = { text: string; rest: SearchQuery | null };

/** An alternative such as «а OR -б» removes nothing, so it is not an excluded part. */
export function excludedParts(query: SearchQuery): ExcludedPart[] {
  if (query.kind === 'phrase') return [];
  if (query.kind === 'not') return [{ text: query.text, rest: null }];
  const { kind, parts } = query;
  return parts.flatMap((part, index) => {
    if (kind === 'any' && part.kind === 'not') return [];
    return excludedParts(part).map(({ text, rest }) => ({
      text,
      rest: joinParts(kind, [...parts.slice(0, index), ...(rest ? [rest] : []), ...parts.slice(index + 1)]),
    }));
  });
}
