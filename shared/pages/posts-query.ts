/** Parses and formats the state of the feed in its URL: filters, sort and first page. */

import { defaultPostSort, type PostFilters } from '../api/posts.ts';
import type { SavedView } from '../api/views.ts';
import type { Capability } from '../capabilities.ts';
import { type PostSortColumn, postSortColumns } from '../fields/posts.ts';
import {
  formatQuery,
  formatSort,
  parseDay,
  parseId,
  parsePage,
  parseSort,
  type QuerySource,
  type Sort,
} from '../list-query.ts';
import { filteredWordsMax, wordTextMax } from '../rules/limits.ts';
import { type Tone, tones, type WorkStateFilter, workStateFilters } from '../rules/work.ts';

/** Texts are '' and IDs are null without a filter. `from` and `to` are days `YYYY-MM-DD` or RFC 3339 times. */
type FilterValues = {
  word: number | null;
  owner: number | null;
  text: string;
  from: string;
  to: string;
  /** 0: posts without a city. */
  city: number | null;
  /** Posts of any of 2 to 6 phrases. Empty without this filter and when `word` is set. */
  words: readonly number[];
  /** The local weekday of posting: 1 is Monday. */
  weekday: number | null;
  hour: number | null;
  /** `hide`: one row per story. */
  copies: 'show' | 'hide';
  unread: boolean;
  /** The number of an arrival: only stories that are new since then. */
  since: number | null;
  /** The number of an arrival: only rows that arrived up to it. */
  until: number | null;
  /** Only stories whose first row among the other filters but dates was posted between `from` and `to`. */
  first: boolean;
  /** A story ID: only the rows of this story, copies included. */
  story: number | null;
  state: WorkStateFilter | '';
  /** `me`, `none` or the ID of a person. */
  assignee: string;
  /** The ID of a tag. */
  tag: number | null;
  tone: Tone | 'none' | '';
};

/** `view`: the saved view that was opened, which is no filter. Pages count from 1. */
export type PostsQuery = FilterValues & { view: number | null; sort: Sort<PostSortColumn>; page: number };

export const parsePostSort = (value: unknown, fallback = defaultPostSort): Sort<PostSortColumn> =>
  parseSort(value, postSortColumns, fallback);

/** Only sources can have negative IDs. */
function parsePositiveId(value: unknown): number | null {
  const id = parseId(value);
  return id !== null && id > 0 ? id : null;
}

const parseCount = (value: unknown): number | null => (value === '0' ? 0 : parsePositiveId(value));

/** Reads the value of a parameter that is a list with commas, repeated, or both. */
function parseWords(value: unknown): readonly number[] {
  const ids = String(value).split(',').map(parsePositiveId);
  return [...new Set(ids)].filter((id) => id !== null).slice(0, filteredWordsMax);
}

function parseUpTo(max: number, value: unknown): number | null {
  const number = parseCount(value);
  return number !== null && number <= max ? number : null;
}

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;

/** The day of a bound in its own zone; the links of the console use the console's. */
export const dayOf = (bound: string): string => bound.slice(0, 10);

export const isTime = (bound: string): boolean => bound.length > 10;

/** Returns a day, an RFC 3339 time, or '' for anything else. */
function parseBound(value: unknown): string {
  const day = parseDay(value);
  if (day !== null || typeof value !== 'string' || !timePattern.test(value)) return day ?? '';
  return parseDay(dayOf(value)) === null || Number.isNaN(Date.parse(value)) ? '' : value;
}

type Has = (capability: Capability) => boolean;

type PostFilter<Value> = {
  none: Value;
  /** Reads the parameter of the URL that has the name of the filter. Invalid values are `none`. */
  parse: (value: unknown) => Value;
  /** The parameter of the URL, when it is not the value. */
  format?: (value: Value) => string | number | null;
  /** The parameter of the API, which a backend without the capability `needs` does not support. */
  api: string;
  needs?: Capability;
  /** The parameter's value, when it is not that of the filter. */
  send?: (value: Value, query: PostsQuery, has: Has) => string | number | null;
  /** The form of the feed has a field for it, also without JavaScript. */
  hasField?: true;
};

const bound = {
  none: '',
  parse: parseBound,
  // Backends without histograms support days only.
  send: (value: string, _: PostsQuery, has: Has): string => (has('histogram') ? value : dayOf(value)),
  hasField: true,
} as const;
const flag = {
  none: false,
  parse: (value: unknown): boolean => value === '1',
  format: (value: boolean): number | null => (value ? 1 : null),
  send: (value: boolean): string | null => (value ? 'true' : null),
};
const id = { none: null, parse: parsePositiveId };
const oneOf = <Name extends string>(names: Record<Name, string>) => ({
  none: '' as const,
  parse: (value: unknown): Name | '' => (Object.hasOwn(names, String(value)) ? (value as Name) : ''),
  needs: 'work' as const,
  hasField: true as const,
});
const joinIds = (ids: readonly number[]): string => ids.join();

/** Every filter of the feed, of a saved view and of an alert. */
export const postFilters: { readonly [Name in keyof FilterValues]: PostFilter<FilterValues[Name]> } = {
  word: { ...id, api: 'wordId', hasField: true },
  owner: { none: null, parse: parseId, api: 'ownerId' },
  text: {
    none: '',
    parse: (value) => (typeof value === 'string' ? value.slice(0, wordTextMax) : ''),
    api: 'text',
    send: (text) => text.trim(),
    hasField: true,
  },
  from: { ...bound, api: 'postDtFrom' },
  to: { ...bound, api: 'postDtTo' },
  city: {
    none: null,
    parse: parseCount,
    api: 'cityId',
    send: (city, _, has) => (city !== 0 || has('analytics') ? city : null),
    hasField: true,
  },
  words: { none: [], parse: parseWords, format: joinIds, api: 'wordIds', needs: 'analytics', send: joinIds },
  weekday: { none: null, parse: (value) => parseUpTo(7, value) || null, api: 'weekday', needs: 'analytics' },
  hour: { none: null, parse: (value) => parseUpTo(23, value), api: 'hour', needs: 'analytics' },
  copies: {
    none: 'hide',
    parse: (value) => (value === 'show' ? 'show' : 'hide'),
    format: (copies) => (copies === 'show' ? copies : null),
    api: 'copies',
    needs: 'copies',
    // A single story is shown with its copies.
    send: (copies, { story }) => (copies === 'hide' && story === null ? 'hide' : null),
    hasField: true,
  },
  unread: { ...flag, api: 'unread', needs: 'marks', hasField: true },
  since: { none: null, parse: parseCount, api: 'since', needs: 'marks' },
  until: { ...id, api: 'until', needs: 'alerts' },
  first: { ...flag, api: 'first', needs: 'alerts' },
  story: { ...id, api: 'storyId', needs: 'copies' },
  state: { ...oneOf(workStateFilters), api: 'state' },
  assignee: {
    none: '',
    parse: (value) => /^(me|none|0|[1-9]\d{0,14})$/.exec(String(value))?.[0] ?? '',
    api: 'assignee',
    needs: 'work',
    hasField: true,
  },
  tag: { ...id, api: 'tag', needs: 'work', hasField: true },
  tone: { ...oneOf({ ...tones, none: '' }), api: 'tone' },
};

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

/** The parameter of the URL; null or '' without the filter. */
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
 * Returns a query with its question mark. It always contains the sort, because the stored sort may change later. Saved views are
 * compared by it, so that parameters keep their order: those with a format of their own are the last.
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

/** Returns the filters as the backend expects them, without those that it does not support. */
export function postFiltersOf(query: PostsQuery, capabilities: readonly Capability[]): PostFilters {
  const has: Has = (capability) => capabilities.includes(capability);
  const send = <Name extends FilterName>(name: Name): [string, Parameter] => {
    const { api, needs, send: convert } = postFilters[name];
    if (needs && !has(needs)) return [api, null];
    return [api, convert ? convert(query[name], query, has) : (query[name] as Parameter)];
  };
  return Object.fromEntries(filterNames.map(send));
}

export const hidesCopies = (query: PostsQuery, capabilities: readonly Capability[]): boolean =>
  postFiltersOf(query, capabilities).copies === 'hide';

/** Returns true if the first day or time is after the last one. No post can match then. */
export function hasReversedDays({ from, to }: Pick<PostsQuery, 'from' | 'to'>): boolean {
  if (from === '' || to === '') return false;
  return isTime(from) && isTime(to) ? Date.parse(from) > Date.parse(to) : dayOf(from) > dayOf(to);
}

/** Hiding copies is no filter: every story still has a row. */
export const isFiltered = (query: PostsQuery, capabilities: readonly Capability[]): boolean =>
  Object.values({ ...postFiltersOf(query, capabilities), copies: null }).some(
    (value) => value !== null && value !== '',
  );

/** One phrase has a parameter of its own. */
export const phraseFilter = (ids: readonly number[]): Pick<PostsQuery, 'word' | 'words'> =>
  ids.length === 1 ? { word: ids[0] ?? null, words: [] } : { word: null, words: [...ids] };

/** The saved query is read like an address, so its link is one of the feed's. `sort` is that of a query without one. */
export function viewHref({ id, query }: Pick<SavedView, 'id' | 'query'>, sort: Sort<PostSortColumn>): string {
  const saved = parsePostsQuery(Object.fromEntries(new URLSearchParams(query)), sort);
  return formatPostsQuery({ ...saved, view: id, page: 1 });
}
