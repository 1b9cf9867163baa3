/** Splits a search into words, quoted phrases and operators. */
import { type Phrase, toPhrase } from './query-tree.ts';
import { groupedNumber } from './tokenise.ts';

/** `at` is an index in the text, after the minus. A `part` is a word or a quoted phrase, `text` includes its quotes. */
export type QueryToken = { at: number; text: string } & (
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
