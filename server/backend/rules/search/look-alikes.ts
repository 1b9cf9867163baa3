/**
 * Letters of the Latin and the Cyrillic alphabet that look the same (twins). A word with letters of both alphabets is read in
 * one of them if all its letters of the other one have a twin. «СССР» can be a word of either alphabet.
 */

import type { Alphabet } from '../../../../shared/rules/word.ts';

/** Twins have the same index. */
const latin = 'ABCEHKMOPTXYaceopxy';
const cyrillic = 'АВСЕНКМОРТХУасеорху';

const alphabets = ['cyrillic', 'latin'] as const;
const lettersOf = { latin: /\p{sc=Latn}/gu, cyrillic: /\p{sc=Cyrl}/gu };
const other = { latin: 'cyrillic', cyrillic: 'latin' } as const;
const twins = {
  latin: new Map([...cyrillic].map((letter, index) => [letter, latin[index] ?? ''])),
  cyrillic: new Map([...latin].map((letter, index) => [letter, cyrillic[index] ?? ''])),
};

const rewrite = (word: string, to: Alphabet): string =>
  word.replace(lettersOf[other[to]], (letter) => twins[to].get(letter) ?? letter);

const hasLetters = (word: string, of: Alphabet): boolean => word.search(lettersOf[of]) >= 0;
const canRewrite = (word: string, to: Alphabet): boolean => !hasLetters(rewrite(word, to), other[to]);

/** The alphabet of a word with letters of both; null for any other word, and if both have letters without a twin. */
function alphabetOfMixed(word: string): Alphabet | null {
  if (!hasLetters(word, 'latin') || !hasLetters(word, 'cyrillic')) return null;
  return alphabets.find((to) => canRewrite(word, to)) ?? null;
}

/** Writes a word with letters of two alphabets in one of them, if it still looks the same. */
export function foldSpelling(word: string): string {
  const alphabet = alphabetOfMixed(word);
  return alphabet === null ? word : rewrite(word, alphabet);
}

const between = String.raw`[\p{N}\p{M}\p{Cf}´${'`'}ˊˋʹ]*`;
const twoAlphabets = new RegExp(String.raw`\p{sc=Latn}${between}\p{sc=Cyrl}|\p{sc=Cyrl}${between}\p{sc=Latn}`, 'u');

/** Whether the text may have a word that `foldSpelling` changes. */
export const hasMixedWord = (text: string): boolean => twoAlphabets.test(text);

const words = /[\p{L}\p{N}\p{M}]+/gu;

/** The first letters of the other alphabet in a word of this one, and their index in the text. */
export type StrayLetters = { letters: string; at: number; alphabet: Alphabet };

export function findStrayLetters(text: string): StrayLetters | null {
  for (const { 0: word, index } of text.matchAll(words)) {
    const alphabet = alphabetOfMixed(word);
    const found = alphabet && new RegExp(`(?:${lettersOf[other[alphabet]].source})+`, 'u').exec(word);
    if (alphabet && found) return { letters: found[0], at: index + found.index, alphabet };
  }
  return null;
}

/** A name such as «СССР» or «1С», which people may have typed in either alphabet. A single letter does not count. */
const isAmbiguous = (word: string): boolean =>
  word.length > 1 &&
  /\p{Lu}/u.test(word) &&
  alphabets.every((to) => canRewrite(word, to)) &&
  !/[^\p{N}\p{sc=Latn}\p{sc=Cyrl}]/u.test(word);

/** A spelling in a different alphabet from the text. */
export type Spelling = { alphabet: Alphabet; text: string };

/** The text with its ambiguous words in Cyrillic, and with them in Latin. Omits a result that equals the text. */
export function otherSpellings(text: string): Spelling[] {
  return alphabets.flatMap((alphabet) => {
    const spelling = text.replace(words, (word) => (isAmbiguous(word) ? rewrite(word, alphabet) : word));
    return spelling === text ? [] : { alphabet, text: spelling };
  });
}

/** The other spellings of its ambiguous words, each once. */
export function otherWords(text: string): Spelling[] {
  const spellings = (text.match(words) ?? []).flatMap(otherSpellings);
  return [...new Map(spellings.map((spelling) => [spelling.text, spelling])).values()];
}
