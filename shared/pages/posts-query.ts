/** Parses and formats the state of the feed in its URL: filters, sort, opened view and page. */

import { defaultPostSort, type PostFilters } from '../api/posts.ts';
import type { SavedView } from '../api/views.ts';
import { isOn } from '../backend-kind.ts';
import { type PostSortColumn, postSortColumns } from '../fields/posts.ts';
import { formatQuery, formatSort, parsePage, parseSort, type QuerySource, type Sort } from '../list-query.ts';
import {
  apiNames,
  dayOf,
  type FilterReach,
  type FilterValues,
  isTime,
  type PostsQuery,
  parsePositiveId,
  postFilters,
} from './post-filters.ts';

export const parsePostSort = (value: unknown, fallback = defaultPostSort): Sort<PostSortColumn> =>
  parseSort(value, postSortColumns, fallback);

type FilterName = keyof FilterValues;
type Parameter = string | number | null;
export const filterNames = Object.keys(postFilters) as FilterName[];

const ofFilters = <Value>(names: readonly FilterName[], entryOf: (name: FilterName) => Value) =>
  Object.fromEntries(names.map((name) => [name, entryOf(name)]));

export const noPostFilters = {
  ...(ofFilters(filterNames, (name) => postFilters[name].none) as FilterValues),
  view: null,
  page: 1,
};

const asIs = (value: unknown): unknown => value;

/** Returns the URL parameter of a filter; null or '' if it is not set. */
export const formatPostFilter = <Name extends FilterName>(name: Name, query: FilterValues): Parameter =>
  (postFilters[name].format ?? asIs)(query[name]) as Parameter;

/** Ignores invalid values. `storedSort` is used when the URL has no sort. */
export function parsePostsQuery(query: QuerySource, storedSort: Sort<PostSortColumn>): PostsQuery {
  const filters = ofFilters(filterNames, (name) => postFilters[name].parse(query[name])) as FilterValues;
  const { words, word } = filters;
  const only = word ?? (words.length === 1 ? (words[0] ?? null) : null);
  return {
    ...filters,
    word: only,
    words: only === null ? words : [],
    view: parsePositiveId(query.view),
    sort: parsePostSort(query.sort, storedSort),
    page: parsePage(query.page),
  };
}

/**
 * Returns a query with its question mark. It always contains the sort, because the stored sort may change later. Saved views
 * are compared by this text, so the order of its parameters is fixed: filters with a `format` come last.
 */
export function formatPostsQuery({ sort, page, view, ...query }: PostsQuery): string {
  const filters = { ...query, words: query.word === null ? query.words : [] };
  const format = (hasFormat: boolean) =>
    ofFilters(
      filterNames.filter((name) => hasFormat === 'format' in postFilters[name]),
      (name) => formatPostFilter(name, filters),
    );
  return formatQuery({
    ...format(false),
    view,
    ...format(true),
    sort: formatSort(sort),
    page: page > 1 ? page : null,
  });
}

/** Returns the API parameters of the filters. Parameters that the backend does not support are null. */
export function postFiltersOf(query: PostsQuery, { backendKind, hasWork }: FilterReach): PostFilters {
  const send = <Name extends FilterName>(name: Name): [string, Parameter] => {
    const { on, ofWork, send: convert } = postFilters[name];
    const api = apiNames[name];
    if (!isOn(on, backendKind) || (ofWork && !hasWork)) return [api, null];
    return [api, convert ? convert(query[name], query, backendKind) : (query[name] as Parameter)];
  };
  return Object.fromEntries(filterNames.map(send));
}

/** With our own backend only. */
export const isReachSort = (column: PostSortColumn): boolean => column === 'views' || column === 'ratio';

export const hidesCopies = (query: PostsQuery, reach: FilterReach): boolean =>
  postFiltersOf(query, reach).copies === 'hide';

/** Returns true if the first day or time is after the last one. No post can match then. */
export function hasReversedDays({ from, to }: Pick<PostsQuery, 'from' | 'to'>): boolean {
  if (from === '' || to === '') return false;
  return isTime(from) && isTime(to) ? Date.parse(from) > Date.parse(to) : dayOf(from) > dayOf(to);
}

/** Hiding copies does not count as a filter, because every story still has a row. */
export const isFiltered = (query: PostsQuery, reach: FilterReach): boolean =>
  Object.values({ ...postFiltersOf(query, reach), copies: null }).some((value) => value !== null && value !== '');

/** Returns true if a reset would change the filters. */
export function hasPostFilters(query: PostsQuery): boolean {
  const reset = { ...query, ...noPostFilters };
  return formatPostsQuery(reset) !== formatPostsQuery({ ...query, view: reset.view, page: reset.page });
}

/** Returns `word` for one phrase, `words` for several. */
export const phraseFilter = (ids: readonly number[]): Pick<PostsQuery, 'word' | 'words'> =>
  ids.length === 1 ? { word: ids[0] ?? null, words: [] } : { word: null, words: [...ids] };

/**
 * Returns the link that opens a saved view. Its query is parsed like a URL, so that a stored text cannot add other parameters.
 * `sort` is the default for a query without one.
 */
export function viewHref({ id, query }: Pick<SavedView, 'id' | 'query'>, sort: Sort<PostSortColumn>): string {
  const saved = parsePostsQuery(Object.fromEntries(new URLSearchParams(query)), sort);
  return formatPostsQuery({ ...saved, view: id, page: 1 });
}

/** The filters that analytics ignores. */
const { weekday, hour, unread, since, until, first, story, view, page } = noPostFilters;
const notAnalysed = { weekday, hour, unread, since, until, first, story, view, page };

/** Returns the query without the filters that analytics ignores. Times become their days. */
export const analyticsFilters = (query: PostsQuery): PostsQuery => ({
  ...query,
  ...notAnalysed,
  from: dayOf(query.from),
  to: dayOf(query.to),
});
