/** What is wrong with the text of a phrase that someone enters or pastes. */
import { plainSearches } from './plain-searches.ts';
import { QueryError } from './query-grammar.ts';
import { readTokens } from './query-tokens.ts';
import { exclusionOf } from './query-tree.ts';
import { parseSearchQuery, searchTextError } from './search-query.ts';

const latinLike = '[ACEHKMOPTXYaceopxy]';
const cyrillicLike = '[АСЕНКМОРТХУасеорху]';

/** Letters of one alphabet that look like the other one and are surrounded by it: «мoсква». «СберPrime» and «TOPовый» are words. */
const strayLetters = (like: string, own: string, other: string): string =>
  `(?<=\\p{sc=${other}})${like}+(?=\\p{sc=${other}})|` +
  `(?<!\\p{sc=${own}})${like}(?=\\p{sc=${other}})|(?<=\\p{sc=${other}})${like}(?!\\p{sc=${own}})`;

/** Each describes its match. */
const mistakes: readonly (readonly [RegExp, (match: string) => string])[] = [
  [/(?!\s)\p{Cc}|\p{Cs}/u, () => 'недопустимый символ'],
  [
    /<\/?[a-z][^<>]*>|&(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp|shy|[lr]aquo|[mn]dash|hellip);/iu,
    () => 'код HTML вместо текста',
  ],
  [/%D[01]%[89AB][\dA-F]/iu, () => 'код из адреса вместо текста'],
  [new RegExp(strayLetters(latinLike, 'Latn', 'Cyrl'), 'u'), (match) => `латинская «${match}» в русском слове`],
  [new RegExp(strayLetters(cyrillicLike, 'Cyrl', 'Latn'), 'u'), (match) => `русская «${match}» в латинском слове`],
];

function findMistake(text: string): QueryError | null {
  for (const [pattern, describe] of mistakes) {
    const match = pattern.exec(text);
    if (match) return new QueryError(describe(match[0]), text, match.index);
  }
  return null;
}

/** A phrase that finds nothing, or everything else. `searchTextError` is null. */
function findLack(text: string): QueryError | null {
  const query = parseSearchQuery(text);
  if (query === null) return new QueryError('нет ни одного слова', text, 0);
  if (exclusionOf(query) !== null) return new QueryError('все слова исключены минусом', text, 0);
  const lastOr = readTokens(text).findLast(({ kind }) => kind === 'or');
  return plainSearches(text) === null ? new QueryError('слишком много вариантов', text, lastOr?.at ?? 0) : null;
}

/** For people; null when nothing is wrong. Takes a text of `cleanWordText`. */
export const phraseTextError = (text: string): string | null =>
  findMistake(text)?.message ?? searchTextError(text) ?? findLack(text)?.message ?? null;
