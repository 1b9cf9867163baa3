/** Parses a search: words are required, "words in quotes" must be adjacent, -word is excluded. */
import { tokenise } from './tokenise.ts';

/** Stems that must be adjacent, in this order. A plain word has one stem. */
export type Phrase = string[];

/** A text matches when it contains all required phrases and no excluded one. */
export type SearchQuery = { required: Phrase[]; excluded: Phrase[] };

const partsMax = 32;
const partPattern = /(?<minus>(?<=^|\s)-)?(?:["«“„](?<quoted>[^"»”“]*)["»”“]?|(?<plain>[^\s"«“„]+))/gu;

const toPhrase = (text: string): Phrase => tokenise(text).map((token) => token.stem);

/** Null when the text has no word, for example only punctuation. Such a search matches no post. */
export function parseSearchQuery(text: string): SearchQuery | null {
  const query: SearchQuery = { required: [], excluded: [] };
  for (const { groups } of text.matchAll(partPattern)) {
    // A word with punctuation inside («а-б», «user@x.ru») becomes several adjacent stems.
    const phrase = toPhrase(groups?.quoted ?? groups?.plain ?? '');
    if (phrase.length === 0) continue;
    (groups?.minus ? query.excluded : query.required).push(phrase);
    if (query.required.length + query.excluded.length === partsMax) break;
  }
  return query.required.length + query.excluded.length === 0 ? null : query;
}

function contains(stems: readonly string[], phrase: Phrase): boolean {
  return stems.some((_, index) => phrase.every((stem, offset) => stems[index + offset] === stem));
}

/** Whether a text matches, computed without the index. */
export function matchesSearch(text: string, query: SearchQuery): boolean {
  const stems = toPhrase(text);
  return (
    query.required.every((phrase) => contains(stems, phrase)) &&
    !query.excluded.some((phrase) => contains(stems, phrase))
  );
}
