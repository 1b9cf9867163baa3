/** The sentence of a post that is quoted where the whole text has no room. */
import { beginningOf, lineOf } from './clean-text.ts';
import { mentions, type SearchQuery } from './search/query-tree.ts';

const quoteMax = 200;

/** A sentence ends with a mark before a space, or with the line. */
const sentence = /\S[^\n]*?(?:[.!?…]+(?=\s)|(?=\n)|$)/g;

const fullStop = /(?<=[^.\s]{2})\.$/;

/** A sentence as a name, which other text follows: without its full stop. Other marks stay, and so do «т. д.» and dots. */
export const nameOfSentence = (text: string): string => text.replace(fullStop, '');

/** The first sentence that mentions one of the queries, else the first one. */
export function quoteOf(text: string, queries: readonly SearchQuery[]): string {
  const sentences = text.match(sentence) ?? [];
  const found = sentences.find((part) => queries.some((query) => mentions(part, query)));
  return beginningOf(lineOf(found ?? sentences[0] ?? text), quoteMax);
}
