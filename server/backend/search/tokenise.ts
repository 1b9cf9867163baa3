/** Splits a text into stems for the search index, in which «выборы» and «выборам» are the same. */
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stemmer as stemRussian } from '@orama/stemmers/russian';

/** A word of a text: its stem and its position (`end` is exclusive, in UTF-16 units). */
export type Token = { stem: string; start: number; end: number };

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;
const stemMaxLength = 64;
const cacheMax = 50_000;
const cache = new Map<string, string>();

function computeStem(word: string): string {
  const folded = word
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');
  const stem = /[а-я]/.test(folded) ? stemRussian(folded) : /^[a-z]+$/.test(folded) ? stemEnglish(folded) : folded;
  return (stem || folded).slice(0, stemMaxLength);
}

/** The stem of one word, or '' when it has no letter or digit. Cached, because words repeat. */
function stemWord(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  if (cache.size >= cacheMax) cache.clear();
  const stem = computeStem(word);
  cache.set(word, stem);
  return stem;
}

export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(wordPattern)) {
    const stem = stemWord(match[0]);
    if (stem !== '') tokens.push({ stem, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** The stems of a text in order, separated by spaces: the format of the search index. */
export const stemText = (text: string): string =>
  tokenise(text)
    .map((token) => token.stem)
    .join(' ');
