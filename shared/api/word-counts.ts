/** API calls for the live counts of phrases (docs/product.md, section 7). */
import * as messages from '../messages.ts';
import type { UserType } from '../roles.ts';
import { type Call, get, withQuery } from './call.ts';
import { readList, readNumber, readObject } from './read.ts';

/** Loads the live count of a phrase from the search index; -1 means unknown. */
export const loadWordPostCount = (viewer: UserType, wordId: number, wordText: string): Call<number> =>
  get(
    withQuery(viewer === 'admin' ? '/vknf/posts/count/word' : '/vknf/posts/count/word/client', { wordId, wordText }),
    (reply) => readNumber(readObject(reply).total),
    messages.loadPosts,
  );

/** Loads live counts by phrase ID; -1 means unknown. Requires the capability `counts`. */
export const loadWordPostCounts = (wordIds: readonly number[]): Call<ReadonlyMap<number, number>> =>
  get(
    `/vknf/posts/count/words?wordIds=${wordIds.join(',')}`,
    (reply) =>
      new Map(
        readList(reply, 'counts', (item) => {
          const { WordID, total } = readObject(item);
          return [readNumber(WordID), readNumber(total)] as const;
        }),
      ),
    messages.loadPosts,
  );
