/** Texts of phrases: validation, comparison and suggestions (docs/product/phrases.md). */
import { isInvisible } from '../format.ts';
import * as messages from '../messages.ts';
import { suggestionsMax, wordTextMax } from './limits.ts';

/** Format characters, such as soft hyphens and direction marks. Joiners are kept, because emoji and some scripts need them. */
const format = /(?![\u200C\u200D])\p{Cf}/gu;

/**
 * Source of a pattern: dashes that people type or paste for a minus. They mean a minus only directly before an excluded term.
 */
export const minusDash = String.raw`[‐‑‒–—―−﹣－](?=[\p{L}\p{N}"«“„#(])`;
const minusSign = new RegExp(String.raw`(?<=^|[\s(|])${minusDash}`, 'gu');

/**
 * Returns the text of a phrase as it is stored. Replaces characters that people paste without noticing: full-width characters,
 * typographic hyphens, dashes for a minus, invisible characters, decomposed letters and unusual spaces.
 */
export const cleanWordText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010\u2011\u2212\uFE63]/g, '-')
    .replace(format, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
    .replace(minusSign, '-');

export const isBlankText = (text: string): boolean => isInvisible(cleanWordText(text));

export function wordTextError(text: string): string | null {
  if (isBlankText(text)) return messages.enterText;
  return cleanWordText(text).length > wordTextMax ? messages.textTooLong(wordTextMax) : null;
}

/** The other spelling of a word whose letters all look like letters of the other alphabet. */
export const alphabets = { cyrillic: 'кириллицей', latin: 'латиницей' } as const;
export type Alphabet = keyof typeof alphabets;

/** Folds case and ё. The server and the browser compare phrases in this form. */
export function foldText(text: string): string {
  return text.trim().toLocaleLowerCase('ru-RU').replaceAll('ё', 'е');
}

/** Returns at most 8 phrases that contain the text, ignoring case and ё, with an exact match first. */
export function matchWords<Item extends { text: string }>(existing: readonly Item[], text: string): Item[] {
  const needle = foldText(text);
  if (needle === '') return [];
  const isExact = (item: Item) => Number(foldText(item.text) === needle);
  return existing
    .filter((item) => foldText(item.text).includes(needle))
    .sort((a, b) => isExact(b) - isExact(a))
    .slice(0, suggestionsMax);
}

/** Like `matchWords`, without the exact match (docs/product/phrases.md). */
export function suggestWords<Item extends { text: string }>(existing: readonly Item[], text: string): Item[] {
  const needle = foldText(text);
  return matchWords(
    existing.filter((item) => foldText(item.text) !== needle),
    text,
  );
}
