/**
 * Checks the text of a phrase that someone enters or pastes, and splits it into plain searches that together find its posts:
 * the network documents neither OR nor brackets.
 */

import { findStrayLetters, otherSpellings, type StrayLetters } from './look-alikes.ts';
import { readTokens } from './query-tokens.ts';
import { exclusionOf, type SearchQuery } from './query-tree.ts';
import { parseAsWritten, QueryError, searchTextError } from './search-query.ts';

const searchesMax = 4;

/** Words and quoted phrases as written, with their minus. */
type Parts = string[];

/**
 * The parts that exclude the query, without brackets. An excluded AND cannot be written this way: the local check drops its
 * matches.
 */
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

function writtenSearches(text: string): string[] | null {
  const isPlain = readTokens(text).every(({ kind }) => kind === 'part');
  const query = isPlain || searchTextError(text) !== null ? null : parseAsWritten(text);
  if (query === null) return [text];
  const alternatives = expand(query);
  return alternatives && [...new Set(alternatives.map((parts) => parts.join(' ') || text))];
}

/**
 * A phrase without operators, or with an error, is searched as it is written. Null if it needs too many searches. The searches
 * in other spellings come last, and do not count.
 */
export function plainSearches(text: string): string[] | null {
  const written = writtenSearches(text);
  const others = written?.flatMap((search) => otherSpellings(search).map((spelling) => spelling.text));
  return written && [...new Set([...written, ...(others ?? [])])];
}

/** Patterns of mistakes, each with a function that describes the match. */
const mistakes: readonly (readonly [RegExp, (match: string) => string])[] = [
  [/(?!\s)\p{Cc}|\p{Cs}/u, () => 'недопустимый символ'],
  [
    /<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp|shy|[lr]aquo|[mn]dash|hellip);/iu,
    () => 'код HTML вместо текста',
  ],
  [/%D[01]%[89AB][\dA-F]/iu, () => 'код из адреса вместо текста'],
];

const describeStray = ({ letters, alphabet }: StrayLetters): string =>
  alphabet === 'cyrillic' ? `латинская «${letters}» в русском слове` : `русская «${letters}» в латинском слове`;

function findMistake(text: string): QueryError | null {
  for (const [pattern, describe] of mistakes) {
    const match = pattern.exec(text);
    if (match) return new QueryError(describe(match[0]), text, match.index);
  }
  const stray = findStrayLetters(text);
  return stray && new QueryError(describeStray(stray), text, stray.at);
}

/** Whether an alternative only excludes, so that the network would have to return all other posts. */
const hasExclusion = (query: SearchQuery): boolean =>
  query.kind === 'not' ||
  (query.kind === 'any' && query.parts.some(hasExclusion)) ||
  (query.kind === 'all' && query.parts.every(hasExclusion));

/**
 * The error of a phrase that finds nothing or everything except its words, or that needs too many searches. `searchTextError`
 * must be null.
 */
function findPhraseError(text: string): QueryError | null {
  const query = parseAsWritten(text);
  if (query === null) return new QueryError('нет ни одного слова', text, 0);
  if (exclusionOf(query) !== null) return new QueryError('все слова исключены минусом', text, 0);
  if (hasExclusion(query)) return new QueryError('в одном из вариантов все слова исключены минусом', text, 0);
  const lastOr = readTokens(text).findLast(({ kind }) => kind === 'or');
  return plainSearches(text) === null ? new QueryError('слишком много вариантов', text, lastOr?.at ?? 0) : null;
}

/** The error message for people; null for a valid text. Takes a text of `cleanWordText`. */
export const phraseTextError = (text: string): string | null =>
  findMistake(text)?.message ?? searchTextError(text) ?? findPhraseError(text)?.message ?? null;
