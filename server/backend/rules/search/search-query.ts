/**
 * Parses the text filter of the feed and the texts of phrases. Words and quoted phrases are required, a minus (NOT, НЕ)
 * excludes, OR (ИЛИ, |, ||) separates alternatives, and brackets group. AND and И between words change nothing. OR binds more
 * weakly than the AND between words.
 */
import type { ErrorCode } from '../../../../shared/api/error-codes.ts';
import * as messages from '../../../../shared/messages.ts';
import { otherSpellings, otherWords, type Spelling } from './look-alikes.ts';
import { type QueryToken, readPlainParts, readTokens } from './query-tokens.ts';
import { joinParts, negate, type SearchQuery, toPhrase, wantedTexts } from './query-tree.ts';

/** Words and quoted phrases of one search. */
const partsMax = 32;

/** A search without operators. Reads any text, and ignores brackets and the parts above the limit. Null when it has no word. */
export function parsePlainQuery(text: string): SearchQuery | null {
  const parts = [...readPlainParts(text)].slice(0, partsMax).map((part): SearchQuery => {
    const phrase: SearchQuery = { kind: 'phrase', stems: part.stems, text: part.text };
    return part.minus ? { kind: 'not', part: phrase, text: part.text } : phrase;
  });
  return joinParts('all', parts);
}

/** The deepest nesting that the search index can always compile. */
const nestingMax = 10;

/** The message is for people. Characters count from 1. */
export class QueryError extends Error {
  override name = 'QueryError';
  readonly code: ErrorCode;

  /** `at` is an index in the text. */
  constructor(what: string, text: string, at: number, { code }: { code: ErrorCode } = { code: 'query-unreadable' }) {
    super(messages.queryError(what, [...text.slice(0, at)].length + 1));
    this.code = code;
  }
}

/** Null when the text has no word. Throws a `QueryError`. */
function readQuery(text: string): SearchQuery | null {
  const tokens = readTokens(text);
  const extra = tokens.filter(({ kind }) => kind === 'part')[partsMax];
  if (extra) throw new QueryError('слишком много слов', text, extra.at);
  let position = 0;
  let depth = 0;

  /** At the end of the text something is still missing: the author may be typing. */
  const errorAt = (what: string, at: number): QueryError =>
    new QueryError(what, text, at, position < tokens.length ? undefined : { code: 'query-unfinished' });

  /** Reads a group after its opening bracket, up to and including the closing one. */
  function readGroup(open: QueryToken): SearchQuery {
    depth += 1;
    if (depth > nestingMax) throw errorAt('слишком много вложенных скобок', open.at);
    const group = readAlternatives();
    if (tokens[position] === undefined) throw errorAt('не закрыта скобка', open.at);
    if (group === null) throw errorAt('пустые скобки', open.at);
    depth -= 1;
    position += 1;
    return group;
  }

  const writtenFrom = (at: number): string => {
    const end = tokens[position - 1];
    return end === undefined ? '' : text.slice(at, end.at + end.text.length);
  };

  /** A word, a quoted phrase or a group, with its minus or NOT; null at any other token. */
  function readOperand(): SearchQuery | null {
    const token = tokens[position];
    if (token === undefined) return null;
    if (token.kind === 'refused') throw errorAt(token.why, token.at);
    if (token.kind === 'close' || token.kind === 'or' || token.kind === 'and') return null;
    position += 1;
    if (token.kind === 'not') {
      const at = tokens[position]?.at ?? 0;
      const part = readOperand();
      if (part === null) throw errorAt(`после ${token.text} нет слова`, token.at);
      return negate(part, writtenFrom(at));
    }
    if (token.kind === 'part' && token.stems.length === 0) {
      throw errorAt('после минуса нет слова', token.at - 1);
    }
    const part: SearchQuery =
      token.kind === 'part' ? { kind: 'phrase', stems: token.stems, text: token.text } : readGroup(token);
    return token.minus ? negate(part, writtenFrom(token.at)) : part;
  }

  function readSequence(): SearchQuery | null {
    const parts: SearchQuery[] = [];
    for (;;) {
      const token = tokens[position];
      const and = token?.kind === 'and' ? token : null;
      if (and && parts.length === 0) throw errorAt(`перед ${and.text} нет слова`, and.at);
      if (and) position += 1;
      const part = readOperand();
      if (part !== null) parts.push(part);
      else if (and) throw errorAt(`после ${and.text} нет слова`, and.at);
      else return joinParts('all', parts);
    }
  }

  function readAlternatives(): SearchQuery | null {
    const first = readSequence();
    const parts = first === null ? [] : [first];
    for (let token = tokens[position]; token?.kind === 'or'; token = tokens[position]) {
      if (parts.length === 0) throw errorAt(`перед ${token.text} нет слова`, token.at);
      position += 1;
      const part = readSequence();
      if (part === null) throw errorAt(`после ${token.text} нет слова`, token.at);
      parts.push(part);
    }
    return joinParts('any', parts);
  }

  const query = readAlternatives();
  const rest = tokens[position];
  if (rest) throw errorAt('лишняя закрывающая скобка', rest.at);
  return query;
}

/** What is wrong with a search that someone enters; null for a valid one. */
export function findQueryError(text: string): QueryError | null {
  try {
    readQuery(text);
    return null;
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
}

/** The error message for people. */
export const searchTextError = (text: string): string | null => findQueryError(text)?.message ?? null;

/**
 * The query as written. A phrase stored or imported with an error keeps working: its operators count as punctuation.
 */
export function parseAsWritten(text: string): SearchQuery | null {
  try {
    return readQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return parsePlainQuery(text);
    throw error;
  }
}

/** Adds the other spelling to each part with a word of look-alike letters, such as «СССР». */
function withSpellings(query: SearchQuery): SearchQuery {
  if (query.kind === 'not') return { ...query, part: withSpellings(query.part) };
  if (query.kind !== 'phrase') return joinParts(query.kind, query.parts.map(withSpellings)) ?? query;
  const others = otherSpellings(query.text).map(
    ({ text }): SearchQuery => ({ kind: 'phrase', stems: toPhrase(text), text }),
  );
  return joinParts('any', [query, ...others]) ?? query;
}

/** Null when the text has no word, for example only punctuation. Such a search matches no post. */
export function parseSearchQuery(text: string): SearchQuery | null {
  const query = parseAsWritten(text);
  return query && withSpellings(query);
}

/** The words of a search that are also searched in another spelling. */
export function searchedSpellings(text: string): Spelling[] {
  const query = parseAsWritten(text);
  return query ? otherWords(wantedTexts(query).join(' ')) : [];
}
