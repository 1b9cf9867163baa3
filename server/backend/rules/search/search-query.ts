/**
 * Parses the text filter of the feed and the texts of phrases. Words and quoted phrases are required, a minus excludes, OR
 * (ИЛИ, |) separates alternatives, and brackets group. OR binds weaker than the AND between words.
 */
import * as messages from '../../../../shared/messages.ts';
import { joinParts, negate, type Phrase, type SearchQuery, toPhrase } from './query-tree.ts';
import { groupedNumber } from './tokenise.ts';

/** Words and quoted phrases of one search. */
const partsMax = 32;

const partPattern = new RegExp(
  String.raw`(?<minus>(?<=^|\s)-)?(?<part>["«“„](?<quoted>[^"»”“]*)["»”“]?|${groupedNumber}|(?:[^\s"«“„]|\uFEFF)+)`,
  'gu',
);

/** A search without operators. Reads any text, and ignores brackets and the parts above the limit. Null when it has no word. */
export function parsePlainQuery(text: string): SearchQuery | null {
  const parts: SearchQuery[] = [];
  for (const { groups } of text.matchAll(partPattern)) {
    const part = groups?.part ?? '';
    // A word with punctuation inside («а-б», «user@x.ru») becomes several adjacent stems.
    const stems = toPhrase(groups?.quoted ?? part);
    if (stems.length === 0) continue;
    const phrase: SearchQuery = { kind: 'phrase', stems, text: part };
    parts.push(groups?.minus ? { kind: 'not', part: phrase, text: part } : phrase);
    if (parts.length === partsMax) break;
  }
  return joinParts('all', parts);
}

/** `at` is an index in the text, after the minus. A `part` is a word or a quoted phrase, `text` includes its quotes. */
type QueryToken = { at: number; text: string } & (
  | { kind: 'part'; minus: boolean; stems: Phrase }
  | { kind: 'open'; minus: boolean }
  | { kind: 'close' | 'or' }
);

const sign = String.raw`(?:[^\s"«“„|()]|\uFEFF)`;
/** Brackets inside a word belong to it: «закон(ы)», «(не)законный». */
const word = String.raw`(?:\(${sign}*\)(?=${sign}))?${sign}(?:${sign}|\(${sign}*\))*`;
const quoted = '["«“„](?<quoted>[^"»”“]*)["»”“]?';
const or = String.raw`\||(?<![^\s()|"»”“])(?:OR|ИЛИ)(?![^\s()|"«“„])`;
const minus = String.raw`(?<minus>(?<=^|[\s(|])-)?`;

const tokenPattern = new RegExp(
  String.raw`(?<or>${or})|${minus}(?:(?<part>${quoted}|${groupedNumber}|${word})|(?<open>\())|(?<close>\))`,
  'gu',
);

/** Punctuation without a word is no token, except quotes after a minus: «метро -""». */
export function readTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  for (const { index, groups = {} } of text.matchAll(tokenPattern)) {
    const hasMinus = groups.minus !== undefined;
    const at = index + (hasMinus ? 1 : 0);
    if (groups.or !== undefined) tokens.push({ kind: 'or', at, text: groups.or });
    else if (groups.open !== undefined) tokens.push({ kind: 'open', at, text: groups.open, minus: hasMinus });
    else if (groups.close !== undefined) tokens.push({ kind: 'close', at, text: groups.close });
    else {
      const part = groups.part ?? '';
      const stems = toPhrase(groups.quoted ?? part);
      const isEmptyMinus = hasMinus && groups.quoted !== undefined;
      if (stems.length > 0 || isEmptyMinus) tokens.push({ kind: 'part', at, text: part, minus: hasMinus, stems });
    }
  }
  return tokens;
}

/** The deepest nesting that the search index can always compile. */
const nestingMax = 10;

/** The message is for people. Characters count from 1. */
export class QueryError extends Error {
  override name = 'QueryError';

  /** `at` is an index in the text. */
  constructor(what: string, text: string, at: number) {
    super(messages.queryError(what, [...text.slice(0, at)].length + 1));
  }
}

/** Null when the text has no word. Throws a `QueryError`. */
function readQuery(text: string): SearchQuery | null {
  const tokens = readTokens(text);
  const extra = tokens.filter(({ kind }) => kind === 'part')[partsMax];
  if (extra) throw new QueryError('слишком много слов', text, extra.at);
  let position = 0;
  let depth = 0;

  /** Reads a group after its opening bracket, up to and including the closing one. */
  function readGroup(open: QueryToken): SearchQuery {
    depth += 1;
    if (depth > nestingMax) throw new QueryError('слишком много вложенных скобок', text, open.at);
    const group = readAlternatives();
    if (tokens[position] === undefined) throw new QueryError('не закрыта скобка', text, open.at);
    if (group === null) throw new QueryError('пустые скобки', text, open.at);
    depth -= 1;
    position += 1;
    return group;
  }

  function readSequence(): SearchQuery | null {
    const parts: SearchQuery[] = [];
    for (let token = tokens[position]; token?.kind === 'part' || token?.kind === 'open'; token = tokens[position]) {
      position += 1;
      const part: SearchQuery =
        token.kind === 'part' ? { kind: 'phrase', stems: token.stems, text: token.text } : readGroup(token);
      const end = tokens[position - 1] ?? token;
      const written = text.slice(token.at, end.at + end.text.length);
      if (token.kind === 'part' && token.stems.length === 0) {
        throw new QueryError('после минуса нет слова', text, token.at - 1);
      }
      parts.push(token.minus ? negate(part, written) : part);
    }
    return joinParts('all', parts);
  }

  function readAlternatives(): SearchQuery | null {
    const first = readSequence();
    const parts = first === null ? [] : [first];
    for (let token = tokens[position]; token?.kind === 'or'; token = tokens[position]) {
      if (parts.length === 0) throw new QueryError(`перед ${token.text} нет слова`, text, token.at);
      position += 1;
      const part = readSequence();
      if (part === null) throw new QueryError(`после ${token.text} нет слова`, text, token.at);
      parts.push(part);
    }
    return joinParts('any', parts);
  }

  const query = readAlternatives();
  const rest = tokens[position];
  if (rest) throw new QueryError('лишняя закрывающая скобка', text, rest.at);
  return query;
}

/** The error message for people about a search that someone enters; null for a valid one. */
export function searchTextError(text: string): string | null {
  try {
    readQuery(text);
    return null;
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    throw error;
  }
}

/**
 * Null when the text has no word, for example only punctuation. Such a search matches no post. A phrase stored or imported with
 * an error keeps working: its operators count as punctuation.
 */
export function parseSearchQuery(text: string): SearchQuery | null {
  try {
    return readQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return parsePlainQuery(text);
    throw error;
  }
}
