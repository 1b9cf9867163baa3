/** Reads what a person types into the search: words are all required, "words in quotes" stand together, -word excludes. */
import { tokenise } from './tokenise.ts';

/** Stems that stand next to each other, in this order; one for a plain word. */
export type Phrase = string[];

/** A text matches when it has all the required phrases and none of the excluded ones. */
export type SearchQuery = { required: Phrase[]; excluded: Phrase[] };

const partsMax = 32;
const partPattern = /(?<minus>(?<=^|\s)-)?(?:["«“„](?<quoted>[^"»”“]*)["»”“]?|(?<plain>[^\s"«“„]+))/gu;

const toPhrase = (text: string): Phrase => tokenise(text).map((token) => token.stem);

/** Null when the text has nothing that can be searched, such as punctuation alone: that finds no post. */
export function parseSearchQuery(text: string): SearchQuery | null {
  const query: SearchQuery = { required: [], excluded: [] };
  for (const { groups } of text.matchAll(partPattern)) {
    // A word with punctuation inside («а-б», «user@x.ru») is several stems that stand together.
    const phrase = toPhrase(groups?.quoted ?? groups?.plain ?? '');
    if (phrase.length === 0) continue;
    (groups?.minus ? query.excluded : query.required).push(phrase);
    if (query.required.length + query.excluded.length === partsMax) break;
  }
  return query.required.length + query.excluded.length === 0 ? null : query;
}

function contains(stems: readonly string[], phrase: Phrase): boolean {
  return stems.some((_, at) => phrase.every((stem, offset) => stems[at + offset] === stem));
}

/** Whether a text matches, without the index: for what is not stored yet, and as the tests' second opinion. */
export function matchesSearch(text: string, query: SearchQuery): boolean {
  const stems = toPhrase(text);
  return (
    query.required.every((phrase) => contains(stems, phrase)) &&
    !query.excluded.some((phrase) => contains(stems, phrase))
  );
}
