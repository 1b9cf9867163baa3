/** Splits a text into stems for the search index, in which «выборы» and «выборам» are the same. */
import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { foldSpelling } from './look-alikes.ts';
import { stemRussian } from './russian-stem.ts';

/** A word of a text: its stem and its position (`end` is exclusive, in UTF-16 units). */
export type Token = { stem: string; start: number; end: number };

/** Soft hyphens, zero-width spaces and joiners. Inside a word they belong to it. */
export const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
const sign = '[\\p{L}\\p{N}\\p{M}]';
const separator = '[ \\u00A0\\u2007\\u2009\\u202F]';

export const wordSource = `${sign}(?:${invisible.source}*${sign})*`;
/** Marks that people type after a stressed vowel, instead of a combining accent. */
const accent = '(?<=\\p{Script=Cyrillic})[´`ˊˋʹ](?=\\p{Script=Cyrillic})';
const accents = new RegExp(accent, 'gu');
const accentedWord = `${sign}(?:(?:${invisible.source}*|${accent})${sign})*`;
/** «1 000 000» is one number, and the groups of a telephone number are several. */
export const groupedNumber = `(?=\\d)(?<!${sign}|\\d${separator})\\d{1,3}(?:${separator}\\d{3})+(?!${sign}|${separator}\\d)`;

/** Longer words are cut, so that they are equal when they begin equally. */
const wordMaxLength = 64;
const cacheMax = 50_000;

export function foldWord(word: string): string {
  const folded = word.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
  return folded.replace(/[^\p{L}\p{N}]/gu, '').slice(0, wordMaxLength);
}

/** Writes a word in one alphabet and without accents, which «ѐ» and «ѝ» also have. */
const foldSearched = (word: string): string =>
  foldWord(foldSpelling(word.normalize('NFKC').replace(accents, '')))
    .replaceAll('ѐ', 'е')
    .replaceAll('ѝ', 'и');

type Change = (word: string) => string;

/**
 * `pattern` finds words, `fold` unites their spellings. A word without letters and digits is not a token. Stems are cached,
 * because words repeat.
 */
export function createTokeniser(pattern: RegExp, fold: Change, stemRussianWord: Change): (text: string) => Token[] {
  const cache = new Map<string, string>();

  function computeStem(word: string): string {
    const folded = fold(word);
    const stem = /[а-я]/.test(folded)
      ? stemRussianWord(folded)
      : /^[a-z]+$/.test(folded)
        ? stemEnglish(folded)
        : folded;
    return stem || folded;
  }
  function stemOf(word: string): string {
    const known = cache.get(word);
    if (known !== undefined) return known;
    if (cache.size >= cacheMax) cache.clear();
    const stem = computeStem(word);
    cache.set(word, stem);
    return stem;
  }
  return (text) => {
    const tokens: Token[] = [];
    for (const { 0: word, index } of text.matchAll(pattern)) {
      const stem = stemOf(word);
      if (stem !== '') tokens.push({ stem, start: index, end: index + word.length });
    }
    return tokens;
  };
}

export const tokenise = createTokeniser(
  new RegExp(`${groupedNumber}|${accentedWord}`, 'gu'),
  foldSearched,
  stemRussian,
);

/** The stems of a text in order, separated by spaces: the format of the search index. */
export const stemText = (text: string): string =>
  tokenise(text)
    .map((token) => token.stem)
    .join(' ');
