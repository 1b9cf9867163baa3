/** Folds the text of a post to what copies have in common, to compare it with other texts. */
import { invisible } from '../search/tokenise.ts';
import { hashNumbers, hashText, mix } from './hash.ts';
import { bandKeys } from './min-hash.ts';
import { storyWords } from './story-words.ts';
import { withoutDecoration } from './without-decoration.ts';

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

const cacheMax = 2000;
const cachedLengthMax = 2000;
const cache = new Map<string, FoldedText | null>();

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
  // Also from links and dates, which are recognised by their words.
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
 * Null when the text has no word: then it is no copy of another. A text of at least 8 words is folded without links, hashtags
 * and dates, which differ between copies. A shorter one keeps them, because they may be its only content. Cached, because a
 * text is compared with several others.
 */
export function foldPostText(text: string | null): FoldedText | null {
  if (text === null) return null;
  const known = cache.get(text);
  if (known !== undefined) return known;
  const folded = fold(text);
  if (text.length > cachedLengthMax) return folded;
  if (cache.size >= cacheMax) cache.clear();
  cache.set(text, folded);
  return folded;
}
