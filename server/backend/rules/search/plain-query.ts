/** Parses a search without operators: words are required, "words in quotes" must be adjacent, -word is excluded. */
import { joinParts, type SearchQuery, toPhrase } from './query-tree.ts';
import { groupedNumber } from './tokenise.ts';

/** Words and quoted phrases of one search. */
export const partsMax = 32;

const partPattern = new RegExp(
  String.raw`(?<minus>(?<=^|\s)-)?(?<part>["«“„](?<quoted>[^"»”“]*)["»”“]?|${groupedNumber}|(?:[^\s"«“„]|\uFEFF)+)`,
  'gu',
);

/** Reads any text, and ignores brackets and the parts above the limit. Null when it has no word. */
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
