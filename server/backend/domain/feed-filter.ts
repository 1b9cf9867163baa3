/** The two entrances to a filter of the feed: the parameters of a call, and an address. */

import * as v from 'valibot';
import { defaultPostSort } from '../../../shared/api/posts.ts';
import * as messages from '../../../shared/messages.ts';
import {
  apiNames,
  type FilterValues,
  type PostsQuery,
  postKinds,
  showsCopies,
} from '../../../shared/pages/post-filters.ts';
import { noPostFilters } from '../../../shared/pages/posts-query.ts';
import { cityCode } from '../../../shared/rules/city-code.ts';
import { filteredWordsMax, wordCountsMax, wordTextMax } from '../../../shared/rules/limits.ts';
import { tones, workStateFilters } from '../../../shared/rules/work.ts';
import { given, nameIn, queryBoolean, queryId, queryInteger, refusalRule, text } from '../http/schema-fields.ts';
import { accountOf, type Identity, personOf } from '../rules/account.ts';
import { lowerBound, upperBound } from '../rules/days.ts';
import { findQueryError } from '../rules/search/search-query.ts';
import { type FeedFilter, noFilters, type Viewing } from '../store/posts-store.ts';

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

const searchText = v.pipe(text(wordTextMax), refusalRule(findQueryError));

/** The values of the filters in a call. */
const callValues = {
  word: queryId,
  words: queryIds(filteredWordsMax),
  owner: queryInteger,
  text: searchText,
  from: dayOrTime,
  to: dayOrTime,
  city: v.pipe(queryInteger, v.minValue(cityCode.none)),
  /** From 1 (Monday) to 7, in the console's time zone. */
  weekday: v.pipe(queryInteger, v.minValue(1), v.maxValue(7)),
  hour: v.pipe(queryInteger, v.minValue(0), v.maxValue(23)),
  copies: v.literal('hide'),
  story: queryId,
  unread: queryBoolean,
  photo: queryBoolean,
  kind: nameIn(postKinds),
  views: v.pipe(queryInteger, v.minValue(1)),
  ratio: v.pipe(
    v.string(),
    v.regex(/^\d{1,6}(\.\d{1,2})?$/, messages.badRequest),
    v.transform(Number),
    v.minValue(0.01, messages.badRequest),
  ),
  edited: queryBoolean,
  deleted: queryBoolean,
  state: nameIn(workStateFilters),
  assignee: v.union([v.picklist(['me', 'none']), v.pipe(queryInteger, v.minValue(0))]),
  tag: queryId,
  tone: nameIn({ ...tones, none: '' }),
  since: v.pipe(queryInteger, v.minValue(0)),
  until: v.pipe(queryInteger, v.minValue(0)),
  first: queryBoolean,
} satisfies Record<keyof FilterValues, v.GenericSchema<string, unknown>>;

type CallSchemas = typeof callValues;
type CallName = keyof CallSchemas;
const callNames = Object.keys(callValues) as CallName[];
type CallEntries = {
  [Name in CallName as (typeof apiNames)[Name]]: v.OptionalSchema<CallSchemas[Name], undefined>;
};

/** The parameters of the filters in a call. */
export const postFiltersQuery = v.object(
  Object.fromEntries(callNames.map((name) => [apiNames[name], v.optional(callValues[name])])) as CallEntries,
);
export type CallFilters = v.InferOutput<typeof postFiltersQuery>;
type CallValues = { [Name in CallName]?: v.InferOutput<CallSchemas[Name]> };

/** The dates of a call about a period. */
export const periodEntries = {
  postDtFrom: v.nonOptional(postFiltersQuery.entries.postDtFrom),
  postDtTo: v.nonOptional(postFiltersQuery.entries.postDtTo),
};
export const isPeriod = ({ postDtFrom, postDtTo }: { postDtFrom: string; postDtTo: string }): boolean =>
  Date.parse(postDtFrom) <= Date.parse(postDtTo);

/** A call may have other parameters, for its page. */
function namedValues(parameters: CallFilters): CallValues {
  const given = callNames.filter((name) => parameters[apiNames[name]] !== undefined);
  return Object.fromEntries(given.map((name) => [name, parameters[apiNames[name]]]));
}

const personIn = (viewer: Identity, assignee: number | 'me' | 'none') =>
  assignee === 'me' ? personOf(viewer) : assignee;

export function filterOfCall(viewer: Identity, timeZone: string, parameters: CallFilters): FeedFilter {
  const { from, to, copies, assignee, ...others } = namedValues(parameters);
  return {
    ...noFilters,
    ...others,
    from: from === undefined ? null : lowerBound(from, timeZone),
    to: to === undefined ? null : upperBound(to, timeZone),
    copies: copies !== 'hide',
    assignee: assignee === undefined ? null : personIn(viewer, assignee),
  };
}

/** The query of the feed with the filters of a call. */
export function queryOfCall(parameters: CallFilters): PostsQuery {
  const { assignee, copies = 'show', ...others } = namedValues(parameters);
  const page = { sort: defaultPostSort, view: null, page: 1 };
  return { ...noPostFilters, ...page, ...given(others), copies, assignee: String(assignee ?? '') };
}

/** Null when the text cannot be read. */
export function toFeedFilter(viewer: Identity, timeZone: string, query: FilterValues): FeedFilter | null {
  const searched = query.text.trim();
  if (searched !== '' && !v.is(searchText, searched)) return null;
  const { word, owner, city, weekday, hour, photo, story, since, until, first, unread, tag } = query;
  const { words, from, to, state, assignee, tone, views, ratio, edited, deleted } = query;
  return {
    ...{ word, owner, city, weekday, hour, photo, story, since, until, first, unread, tag },
    ...{ views, ratio, edited, deleted },
    kind: query.kind || null,
    words: words.length === 0 ? null : words,
    text: searched || null,
    from: from === '' ? null : lowerBound(from, timeZone),
    to: to === '' ? null : upperBound(to, timeZone),
    copies: showsCopies(query),
    state: state || null,
    assignee:
      assignee === '' ? null : personIn(viewer, assignee === 'me' || assignee === 'none' ? assignee : Number(assignee)),
    tone: tone || null,
  };
}

export const viewingOf = (viewer: Identity, filter: FeedFilter): Viewing => ({
  filter,
  clientId: viewer.type === 'client' ? viewer.clientId : null,
  account: accountOf(viewer),
  shownWork: null,
});

export const viewingOfCall = (viewer: Identity, timeZone: string, parameters: CallFilters): Viewing =>
  viewingOf(viewer, filterOfCall(viewer, timeZone, parameters));
