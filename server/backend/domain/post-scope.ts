/** The filters of a call: their parameters, and the scope that they select for a viewer. */
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { filteredWordsMax, wordCountsMax, wordTextMax } from '../../../shared/rules/limits.ts';
import { tones, workStateFilters } from '../../../shared/rules/work.ts';
import { nameIn, queryBoolean, queryId, queryInteger, rule, text } from '../http/schema-fields.ts';
import { accountOf, type Identity, personOf } from '../rules/account.ts';
import { lowerBound, upperBound } from '../rules/days.ts';
import { searchTextError } from '../rules/search/search-query.ts';
import { noFilters, type PostScope } from '../store/posts-store.ts';

/** A day `YYYY-MM-DD` in the console's time zone, or an RFC 3339 time. */
const dayOrTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2}))?$/, messages.badDate),
  v.check((value) => !Number.isNaN(Date.parse(value)), messages.badDate),
);

/** IDs of phrases, separated by commas. */
const queryIds = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((list) => list.split(',')),
    v.minLength(1),
    v.maxLength(max, messages.badRequest),
    v.array(queryId),
  );

export const wordCountsQuery = v.object({ wordIds: queryIds(wordCountsMax) });

/** The parameters of the filters. Most are named as in `PostScope`. */
export const postFiltersQuery = v.object({
  wordId: v.optional(queryId),
  wordIds: v.optional(queryIds(filteredWordsMax)),
  ownerId: v.optional(queryInteger),
  text: v.optional(v.pipe(text(wordTextMax), rule(searchTextError, { code: 'query-unreadable' }))),
  postDtFrom: v.optional(dayOrTime),
  postDtTo: v.optional(dayOrTime),
  /** 0: posts without a city. */
  cityId: v.optional(v.pipe(queryInteger, v.minValue(0))),
  /** From 1 (Monday) to 7, in the console's time zone. */
  weekday: v.optional(v.pipe(queryInteger, v.minValue(1), v.maxValue(7))),
  hour: v.optional(v.pipe(queryInteger, v.minValue(0), v.maxValue(23))),
  copies: v.optional(v.literal('hide')),
  storyId: v.optional(queryId),
  unread: v.optional(queryBoolean),
  photo: v.optional(queryBoolean),
  state: v.optional(nameIn(workStateFilters)),
  assignee: v.optional(v.union([v.picklist(['me', 'none']), v.pipe(queryInteger, v.minValue(0))])),
  tag: v.optional(queryId),
  tone: v.optional(nameIn({ ...tones, none: '' })),
  since: v.optional(v.pipe(queryInteger, v.minValue(0))),
  until: v.optional(v.pipe(queryInteger, v.minValue(0))),
  first: v.optional(queryBoolean),
});
type PostFiltersQuery = v.InferOutput<typeof postFiltersQuery>;

/** The given parameters that are fields of the scope. A call may have others, for its page. */
const scopeValues = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== undefined && name in noFilters)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };

export function toScope(viewer: Identity, timeZone: string, filters: PostFiltersQuery): PostScope {
  const { copies, postDtFrom, postDtTo, assignee = null, ...others } = filters;
  return {
    ...noFilters,
    ...scopeValues(others),
    clientId: viewer.type === 'client' ? viewer.clientId : null,
    account: accountOf(viewer),
    from: postDtFrom === undefined ? null : lowerBound(postDtFrom, timeZone),
    to: postDtTo === undefined ? null : upperBound(postDtTo, timeZone),
    hideCopies: copies === 'hide',
    assignee: assignee === 'me' ? personOf(viewer) : assignee,
  };
}
