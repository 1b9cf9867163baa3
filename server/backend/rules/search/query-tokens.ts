/** Splits a search into words, quoted phrases, brackets and operators. */
import { minusDash } from '../../../../shared/rules/word.ts';
import { type Phrase, toPhrase } from './query-tree.ts';
import { groupedNumber } from './tokenise.ts';

/**
 * `at` is an index in the text, after the minus. A `part` is a word or a quoted phrase, `text` includes its quotes. `refused`:
 * an operator that cannot be used there, and the message for people.
 */
export type QueryToken = { at: number; text: string } & (
  | { kind: 'part'; minus: boolean; stems: Phrase }
  | { kind: 'open'; minus: boolean }
  | { kind: 'close' }
  | { kind: 'or' }
  | { kind: 'and' }
  | { kind: 'not' }
  | { kind: 'refused'; why: string }
);

/** A word or a quoted phrase, whatever it contains. */
export type PlainPart = { minus: boolean; text: string; stems: Phrase };

const minusAfter = (before: string) => `(?<minus>(?<=${before})(?:-|${minusDash}))?`;

/** Each opening quote, with the quotes that close its phrase. */
const closingQuotes: Readonly<Record<string, string>> = { '"': '"', '«': '»', '„': '“”', '“': '“”' };
const nestingQuotes = '«„';

/**
 * The end of a phrase, before its closing quote: a matching quote, otherwise the first quote of any kind, otherwise the end of
 * the text.
 */
function findQuoteEnd(text: string, start: number): number {
  const opening = text[start] ?? '';
  const closing = closingQuotes[opening] ?? '';
  let depth = 1;
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (closing.includes(sign)) depth -= 1;
    else if (sign === opening && nestingQuotes.includes(sign)) depth += 1;
    if (depth === 0) return at;
  }
  const length = text.slice(start + 1).search(/["»”“]/);
  return length < 0 ? text.length : start + 1 + length;
}

type Match = {
  index: number;
  part: string;
  stems: Phrase;
  isQuoted: boolean;
  groups: Record<string, string | undefined>;
};

/** Finds the matches of a pattern whose group `quote` is the opening quote of a phrase. */
function* findMatches(text: string, source: string): Generator<Match> {
  const pattern = new RegExp(source, 'gu');
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index, groups = {} } = match;
    const isQuoted = groups.quote !== undefined;
    const from = index + (groups.minus?.length ?? 0);
    const quoteEnd = isQuoted ? findQuoteEnd(text, from) : 0;
    if (isQuoted) pattern.lastIndex = quoteEnd + 1;
    const part = text.slice(from, pattern.lastIndex);
    // A word with punctuation inside («а-б», «user@x.ru») becomes several adjacent stems.
    const stems = toPhrase(isQuoted ? text.slice(from + 1, quoteEnd) : (groups.word ?? ''));
    yield { index: from, part, stems, isQuoted, groups };
  }
}

const quote = '(?<quote>["«“„])';
const plainSource = String.raw`${minusAfter(String.raw`^|\s`)}(?:${quote}|(?<word>${groupedNumber}|(?:[^\s"«“„]|\uFEFF)+))`;

/** Reads any text: everything except quotes and minuses belongs to words. */
export function* readPlainParts(text: string): Generator<PlainPart> {
  for (const { part, stems, groups } of findMatches(text, plainSource)) {
    if (stems.length > 0) yield { minus: groups.minus !== undefined, text: part, stems };
  }
}

const sign = String.raw`(?:[^\s"«“„|()]|\uFEFF)`;
/** Brackets inside a word belong to it: «закон(ы)», «(не)законный». */
const word = String.raw`(?:\(${sign}*\)(?=${sign}))?${sign}(?:${sign}|\(${sign}*\))*`;
const alone = (words: string) => String.raw`(?<![^\s()|"»”“])(?:${words})(?![^\s()|"«“„])`;

const source = [
  String.raw`(?<or>\|\|?|${alone('OR|ИЛИ')})`,
  `(?<and>${alone('AND|И')})`,
  `(?<not>${alone('NOT|НЕ')})`,
  String.raw`(?<foreign>${alone(String.raw`(?:NEAR|ADJ)(?:/\d+)?|XOR`)}|(?<![^\s(|])[!~](?=\p{L}))`,
  `${minusAfter(String.raw`^|[\s(|]`)}(?:${quote}|(?<word>${groupedNumber}|${word})|(?<open>\\())`,
  String.raw`(?<close>\))`,
].join('|');

function toToken({ index: at, part: text, stems, isQuoted, groups }: Match): QueryToken | null {
  const minus = groups.minus !== undefined;
  for (const kind of ['or', 'and', 'not', 'close'] as const) if (groups[kind] !== undefined) return { kind, at, text };
  if (groups.foreign !== undefined) return { kind: 'refused', at, text, why: `оператор ${text} не поддерживается` };
  if (groups.open !== undefined) return { kind: 'open', at, text, minus };
  // Punctuation without a word is not a token, except quotes after a minus: «метро -""».
  return stems.length > 0 || (minus && isQuoted) ? { kind: 'part', at, text, minus, stems } : null;
}

/** True for «ВОЙНА»; false for «И», «Т-34» or a quoted phrase. */
const isCapital = (token: QueryToken | undefined): boolean =>
  token?.kind === 'part' && /^[^"«“„\p{Ll}]+$/u.test(token.text) && /\p{Lu}.*\p{Lu}/u.test(token.text);

/** Among capital letters «И» and «НЕ» may be words, and at the start «И» is one. */
function settle(token: QueryToken, index: number, tokens: readonly QueryToken[]): QueryToken {
  const { kind, at, text } = token;
  const [before, after] = [tokens[index - 1], tokens[index + 1]];
  const isAmongCapitals = isCapital(before) || isCapital(after);
  if (kind === 'not' && isAmongCapitals) {
    return { kind: 'refused', at, text, why: `${text} среди заглавных букв: напишите «-» или «не»` };
  }
  const isStart = before === undefined || before.kind === 'open' || before.kind === 'or';
  if (kind !== 'and' || text !== 'И' || !(isStart || isAmongCapitals)) return token;
  return { kind: 'part', at, text, minus: false, stems: toPhrase(text) };
}

export const readTokens = (text: string): QueryToken[] =>
  [...findMatches(text, source)].flatMap((match) => toToken(match) ?? []).map(settle);
