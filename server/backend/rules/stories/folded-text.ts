/**
 * Reduces the text of a post to the part that its copies share, to compare it with other texts. Hashes and keys are stored, so
 * their results must never change.
 */
import { stemmer as stemRussian } from '@orama/stemmers/russian';
import { keepResults } from '../../../platform/keep-results.ts';
import { createTokeniser, foldWord, invisible, wordSource } from '../search/tokenise.ts';

/** Spreads the bits of a 32-bit number. */
export function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return mix(hash ^ text.length);
}

/** A hash of 52 bits, a safe integer, of a sequence of 32-bit numbers. */
function hashNumbers(numbers: Uint32Array, seed: number): number {
  let high = mix(seed + 1);
  let low = mix(~seed);
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    high = mix(Math.imul(high, 0x9e37_79b1) ^ number);
    low = mix(Math.imul(low, 0x85eb_ca77) + number);
  }
  return (high & 0xf_ffff) * 2 ** 32 + low;
}

export const bandCount = 8;
const rowsPerBand = 3;

const seeds = Uint32Array.from({ length: bandCount * rowsPerBand }, (_, index) => mix(index + 1));

/** Loops by index, because iterators of typed arrays are slow. */
function minimumWith(seed: number, set: Uint32Array): number {
  let minimum = 0xffff_ffff;
  for (let at = 0; at < set.length; at += 1) {
    const hash = mix((set[at] as number) ^ seed);
    if (hash < minimum) minimum = hash;
  }
  return minimum;
}

/**
 * MinHash keys of a set of at least one 32-bit hash, in eight bands of three rows. Two sets with the Jaccard similarity s share
 * a band with the probability s³, and at least two of the eight with 97 % at 0.8, 99 % at 0.85, 26 % at 0.5 and 2 % at 0.3.
 */
export function bandKeys(set: Uint32Array): number[] {
  const minima = seeds.map((seed) => minimumWith(seed, set));
  return Array.from({ length: bandCount }, (_, band) =>
    hashNumbers(minima.subarray(band * rowsPerBand, (band + 1) * rowsPerBand), band + 1),
  );
}

/** These stems differ from the stems of the search, because the keys of stored texts were computed from them. */
export const storyWords = createTokeniser(new RegExp(wordSource, 'gu'), foldWord, stemRussian);

const domain = '(?:ru|su|рф|com|net|org|info|cc|me|io|tv|gl|ly|be|to|link|online|site|store|shop)';
const link = new RegExp(`^[("«]*(?:https?://|www\\.|(?:[\\p{L}\\p{N}-]+\\.)+${domain}(?:/|[).,!?»"]*$))`, 'iu');

const month = '(?:январ|феврал|март|апрел|ма[йея]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-я]*';
const year = '(?:\\s+\\d{4}(?:\\s*(?:года?|г\\.))?)?';
const date = new RegExp(`(?<![\\d.,])\\d{1,2}(?:\\s+${month}${year}|\\.\\d{2}\\.(?:\\d{4}|\\d{2})(?!\\d))`, 'giu');

const isDecoration = (part: string): boolean => part.startsWith('#') || (/[./]/.test(part) && link.test(part));

/** Removes the parts that differ between copies: links, hashtags and dates. */
export function withoutDecoration(text: string): string {
  const plain = /[#.]\S/.test(text) ? text.replace(/\S+/g, (part) => (isDecoration(part) ? '' : part)) : text;
  return /\d/.test(plain) ? plain.replace(date, '') : plain;
}

/** Shorter texts are copies only when they are equal. */
const wordsMin = 8;
const shingleWords = 3;

export type FoldedText = {
  /** Texts with the same key are equal after folding. */
  key: number;
  /** Similar texts share at least one. Empty when the text is short. */
  bands: readonly number[];
  /** Hashes of all sequences of three stems, ascending and distinct. Empty when the text is short. */
  shingles: Uint32Array;
  text: string;
};

/**
 * The text of a comment. One of less than 8 words, such as «Безобразие!», is a copy only of comments below the same post: it says
 * little without that.
 */
export function belowPost(folded: FoldedText, ownerId: number, parentPostId: number): FoldedText {
  if (folded.bands.length > 0) return folded;
  const place = Uint32Array.of(folded.key, folded.key / 2 ** 32, ownerId, parentPostId, parentPostId / 2 ** 32);
  return { ...folded, key: hashNumbers(place, 0) };
}

/** Longer texts are rare, and not cached. */
const keptLength = 2000;
const keepFolded = keepResults<FoldedText | null>(2000);

const hashStems = (text: string): Uint32Array => Uint32Array.from(storyWords(text).map(({ stem }) => hashText(stem)));

function hashShingles(stems: Uint32Array): Uint32Array {
  const hashes = new Uint32Array(stems.length - shingleWords + 1);
  for (let at = 0; at < hashes.length; at += 1) {
    const [a, b, c] = [stems[at] as number, stems[at + 1] as number, stems[at + 2] as number];
    hashes[at] = mix(Math.imul(mix(Math.imul(a, 31) + b), 31) + c);
  }
  hashes.sort();
  return hashes.filter((hash, at) => hash !== hashes[at - 1]);
}

function fold(text: string): FoldedText | null {
  // Removes invisible characters first: they would hide links and dates.
  const plain = withoutDecoration(text.replace(invisible, ''));
  const words = hashStems(plain);
  if (words.length >= wordsMin) {
    const shingles = hashShingles(words);
    return { key: hashNumbers(words, 0), bands: bandKeys(shingles), shingles, text };
  }
  const all = plain === text ? words : hashStems(text);
  if (all.length === 0) return null;
  return { key: hashNumbers(all, 0), bands: [], shingles: new Uint32Array(), text };
}

/**
 * Null when the text has no word, because it is then not a copy of any other. A text of at least 8 words is folded without
 * links, hashtags and dates, which differ between copies. A shorter one keeps them, because they may be its only content.
 * Cached, because a text is compared with several others.
 */
export function foldPostText(text: string | null): FoldedText | null {
  if (text === null) return null;
  return text.length > keptLength ? fold(text) : keepFolded(text, () => fold(text));
}
