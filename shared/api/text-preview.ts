/** The API call of the capability `preview`: what a phrase or a search would find among the stored posts. */
import * as messages from '../messages.ts';
import { type Call, get, withQuery } from './call.ts';
import { readList, readNumber, readObject, readText } from './read.ts';

/**
 * `perDay` is the average of the last 30 days. `examples` are highlighted texts of the newest matches, at most 10.
 * `excluded` has an entry per excluded part of the query, as written, with the number of posts that it removes.
 */
export type TextPreview = {
  total: number;
  perDay: number;
  examples: string[];
  excluded: { text: string; removed: number }[];
};

function readPreview(reply: unknown): TextPreview {
  const fields = readObject(reply);
  return {
    total: readNumber(fields.total),
    perDay: readNumber(fields.PerDay),
    examples: readList(fields.Examples, 'Examples', readText),
    excluded: readList(fields.Excluded, 'Excluded', (item) => {
      const { Text, Removed } = readObject(item);
      return { text: readText(Text), removed: readNumber(Removed) };
    }),
  };
}

export const loadTextPreview = (text: string): Call<TextPreview> =>
  get(withQuery('/vknf/posts/preview', { text }), readPreview, messages.loadPosts);
