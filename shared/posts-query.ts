/** Parses and formats the state of the feed in its URL: filters, sort and first page. */
import type { Capability } from './api/capabilities.ts';
import { defaultPostSort, type PostFilters } from './api/posts.ts';
import { type PostSortColumn, postSortColumns } from './fields/posts.ts';
import {
  formatQuery,
  formatSort,
  parseDay,
  parseId,
  parsePage,
  parseSort,
  type QuerySource,
  type Sort,
} from './list-query.ts';
import { filteredWordsMax, wordTextMax } from './rules/limits.ts';

/**
 * Texts are '' and IDs are null without a filter. `from` and `to` are days `YYYY-MM-DD` or RFC 3339 times. Pages count from 1.
 * The fields after `city` need capabilities (`postFiltersOf`).
 */
export type PostsQuery = {
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
  /** The saved view that was opened. It is no filter. */
  view: number | null;
  sort: Sort<PostSortColumn>;
  page: number;
};

export const noPostFilters = {
  word: null,
  owner: null,
  text: '',
  from: '',
  to: '',
  city: null,
  words: [],
  weekday: null,
  hour: null,
  copies: 'hide',
  unread: false,
  since: null,
  until: null,
  first: false,
  story: null,
  view: null,
  page: 1,
} as const;

export const parsePostSort = (value: unknown, fallback = defaultPostSort): Sort<PostSortColumn> =>
  parseSort(value, postSortColumns, fallback);

/** Only sources can have negative IDs. */
function parsePositiveId(value: unknown): number | null {
  const id = parseId(value);
  return id !== null && id > 0 ? id : null;
}

const parseCount = (value: unknown): number | null => (value === '0' ? 0 : parsePositiveId(value));

/** Reads the value of a parameter that is a list with commas, repeated, or both. */
function parseWords(value: unknown): number[] {
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

/** Ignores invalid values. `storedSort` is used when the URL has no sort. */
export function parsePostsQuery(query: QuerySource, storedSort: Sort<PostSortColumn>): PostsQuery {
  const words = parseWords(query.words);
  const word = parsePositiveId(query.word) ?? (words.length === 1 ? (words[0] ?? null) : null);
  return {
    word,
    owner: parseId(query.owner),
    text: typeof query.text === 'string' ? query.text.slice(0, wordTextMax) : '',
    from: parseBound(query.from),
    to: parseBound(query.to),
    city: parseCount(query.city),
    words: word === null ? words : [],
    weekday: parseUpTo(7, query.weekday) || null,
    hour: parseUpTo(23, query.hour),
    copies: query.copies === 'show' ? 'show' : 'hide',
    unread: query.unread === '1',
    since: parseCount(query.since),
    until: parsePositiveId(query.until),
    first: query.first === '1',
    story: parsePositiveId(query.story),
    view: parsePositiveId(query.view),
    sort: parsePostSort(query.sort, storedSort),
    page: parsePage(query.page),
  };
}

/** Returns a query with its question mark. It always contains the sort, because the stored sort may change later. */
export const formatPostsQuery = ({ words, copies, unread, first, sort, page, ...filters }: PostsQuery): string =>
  formatQuery({
    ...filters,
    words: filters.word === null ? words.join() : null,
    copies: copies === 'show' ? copies : null,
    unread: unread ? 1 : null,
    first: first ? 1 : null,
    sort: formatSort(sort),
    page: page > 1 ? page : null,
  });

/** A single story is shown with its copies. */
export const hidesCopies = ({ copies, story }: PostsQuery, capabilities: readonly Capability[]): boolean =>
  capabilities.includes('copies') && copies === 'hide' && story === null;

/** Returns the filters as the backend expects them, without those that it does not support. */
export function postFiltersOf(query: PostsQuery, capabilities: readonly Capability[]): PostFilters {
  const { word, owner, text, from, to, city, words, unread, since, until, first } = query;
  const hasAnalytics = capabilities.includes('analytics');
  const hasMarks = capabilities.includes('marks');
  const boundOf = capabilities.includes('histogram') ? (bound: string) => bound : dayOf;
  return {
    wordId: word,
    ownerId: owner,
    text: text.trim(),
    postDtFrom: boundOf(from),
    postDtTo: boundOf(to),
    cityId: hasAnalytics || city !== 0 ? city : null,
    wordIds: hasAnalytics ? words.join() : null,
    weekday: hasAnalytics ? query.weekday : null,
    hour: hasAnalytics ? query.hour : null,
    copies: hidesCopies(query, capabilities) ? 'hide' : null,
    storyId: capabilities.includes('copies') ? query.story : null,
    unread: hasMarks && unread ? 'true' : null,
    since: hasMarks ? since : null,
    until: capabilities.includes('alerts') ? until : null,
    first: capabilities.includes('alerts') && first ? 'true' : null,
  };
}

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
