/** Decides whether two texts are copies of one another. */
import { type FoldedText, storyWords, withoutDecoration } from './folded-text.ts';

const number = /^\p{N}+$/u;
const capitalised = /^\p{Lu}\p{Ll}/u;
/** Between two words, it means that the second one begins a sentence, and is capitalised for that reason. */
const sentenceEnd = /[.!?…:;\n•]/u;

/** The stems of numbers, and of capitalised words inside sentences. */
export function findSpecifics(text: string): Set<string> {
  const found = new Set<string>();
  let previousEnd = -1;
  for (const { stem, start, end } of storyWords(text)) {
    const begins = previousEnd < 0 || sentenceEnd.test(text.slice(previousEnd, start));
    if (number.test(stem) || (!begins && capitalised.test(text.slice(start, end)))) found.add(stem);
    previousEnd = end;
  }
  return found;
}

const similarityMin = 0.8;

/** The Jaccard similarity of two ascending lists without duplicates. */
function similarity(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const left = a[i] as number;
    const right = b[j] as number;
    if (left === right) common += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  const all = a.length + b.length - common;
  return all === 0 ? 0 : common / all;
}

const hasOther = (these: Set<string>, those: Set<string>): boolean => [...these].some((one) => !those.has(one));

/** Whether each text has a number or a name that the other lacks: they are two posts of one template. */
function differInSpecifics(a: string, b: string): boolean {
  const [these, those] = [findSpecifics(withoutDecoration(a)), findSpecifics(withoutDecoration(b))];
  return hasOther(these, those) && hasOther(those, these);
}

export const isCopy = (a: FoldedText, b: FoldedText): boolean =>
  a.key === b.key || (similarity(a.shingles, b.shingles) >= similarityMin && !differInSpecifics(a.text, b.text));
