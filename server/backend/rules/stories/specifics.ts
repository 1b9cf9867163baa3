/** Finds the numbers and names in a text: what differs between posts of one template, such as addresses and prices. */
import { storyWords } from './story-words.ts';

const number = /^\p{N}+$/u;
const capitalised = /^\p{Lu}\p{Ll}/u;
/** Between two words: the second begins a sentence, whose first letter is a capital anyway. */
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
