/** Schemas of posts (docs/product.md, sections 3 and 7). */
import * as v from 'valibot';
import { continuedExport } from '../../../../shared/export.ts';
import { postFields, postSortColumns } from '../../../../shared/fields/posts.ts';
import { postsPageSize, wordCountsMax, wordTextMax } from '../../../../shared/rules/limits.ts';
import { maxLimit, pageEntries, queryId, queryInteger, text, total } from '../../http/schema-fields.ts';
import { nullableText, replyOf, time } from '../../rules/reply-values.ts';
import { exportMark } from '../journal.ts';
import { newWordText } from '../words/word.ts';
import { postFiltersQuery, queryIds } from './post-scope.ts';

export const postsListQuery = v.object({
  limit: v.optional(v.pipe(queryInteger, v.minValue(1), v.maxValue(maxLimit)), '100'),
});
export const postsPageQuery = v.object({
  ...pageEntries(postSortColumns, { limit: postsPageSize, column: 'post_dt', direction: 'DESC' }),
  ...postFiltersQuery.entries,
});
/** `after` is the `Next` of the previous reply. */
export const postRowsQuery = v.object({
  ...v.omit(postsPageQuery, ['offset', 'copies']).entries,
  // Only exports use the call.
  export: v.optional(exportMark, continuedExport),
  after: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^-?\d{1,15}_\d{1,16}$/),
      v.transform((text) => text.split('_').map(Number)),
      v.transform(([value = 0, id = 0]) => ({ value, id })),
    ),
  ),
});
/** A text that a phrase can have. */
export const previewQuery = v.object({ text: newWordText });
export const wordCountsQuery = v.object({ wordIds: queryIds(wordCountsMax) });
export const wordCountQuery = v.object({ wordId: v.optional(queryId), wordText: v.optional(text(wordTextMax)) });

const integer = v.pipe(v.number(), v.integer());

/** `TextHighlighted` is escaped HTML whose only tag is `<mark>` (shared/highlight.ts). */
const postReply = v.strictObject({
  ...replyOf(postFields).entries,
  PostDt: time,
  UpdateDt: time,
  TextHighlighted: nullableText,
  StoryID: integer,
});

/** `Next` is null at the end. */
export const postRowsReply = v.strictObject({ posts: v.array(postReply), Next: v.nullable(v.string()) });
export const postsReply = v.strictObject({ posts: v.array(postReply), total });
/** `PerDay` is the average of the last 30 days. `Examples` are highlighted like `TextHighlighted`. */
export const previewReply = v.strictObject({
  total,
  PerDay: v.number(),
  Examples: v.array(v.string()),
  Excluded: v.array(v.strictObject({ Text: v.string(), Removed: integer })),
});
export const totalReply = v.strictObject({ total });
export const wordCountsReply = v.strictObject({ counts: v.array(v.strictObject({ WordID: integer, total })) });
export const datesReply = v.strictObject({ minDate: v.nullable(time), maxDate: v.nullable(time) });
