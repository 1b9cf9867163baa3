/** API calls for the number of posts and the days of the first and last one (docs/product.md, section 7). */
import * as messages from '../messages.ts';
import { type Call, get, withQuery } from './call.ts';
import type { PostFilters } from './posts.ts';
import { readNumber, readObject, readTime } from './read.ts';

export type PostDates = { minDate: string | null; maxDate: string | null };

/** -1 means unknown. */
export const loadPostCount = (filters: PostFilters): Call<number> =>
  get(
    withQuery('/vknf/posts/count', { ...filters }),
    (reply) => readNumber(readObject(reply).total),
    messages.loadPosts,
  );

export const loadPostDates = (filters: PostFilters): Call<PostDates> =>
  get(
    withQuery('/vknf/posts/dates', { ...filters }),
    (reply) => {
      const fields = readObject(reply ?? {});
      return { minDate: readTime(fields.minDate), maxDate: readTime(fields.maxDate) };
    },
    messages.loadPosts,
  );
