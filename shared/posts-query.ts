/** Parses and formats the state of the feed in its URL: filters, sort and first page. */
import { defaultPostSort, type PostFilters, type PostSortColumn, postSortColumns } from './api/posts.ts';
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
import { wordTextMax } from './rules/limits.ts';

/** Texts are '' and IDs are null without a filter. Days are `YYYY-MM-DD`. Pages count from 1. */
export type PostsQuery = {
  word: number | null;
  owner: number | null;
  text: string;
  from: string;
  to: string;
  city: number | null;
  sort: Sort<PostSortColumn>;
  page: number;
};

export const noPostFilters = { word: null, owner: null, text: '', from: '', to: '', city: null, page: 1 } as const;

export const parsePostSort = (value: unknown, fallback = defaultPostSort): Sort<PostSortColumn> =>
  parseSort(value, postSortColumns, fallback);

/** Only sources can have negative IDs. */
function parsePositiveId(value: unknown): number | null {
  const id = parseId(value);
  return id !== null && id > 0 ? id : null;
}

/** Ignores invalid values. `storedSort` is used when the URL has no sort. */
export function parsePostsQuery(query: QuerySource, storedSort: Sort<PostSortColumn>): PostsQuery {
  return {
    word: parsePositiveId(query.word),
    owner: parseId(query.owner),
    text: typeof query.text === 'string' ? query.text.slice(0, wordTextMax) : '',
    from: parseDay(query.from) ?? '',
    to: parseDay(query.to) ?? '',
    city: parsePositiveId(query.city),
    sort: parsePostSort(query.sort, storedSort),
    page: parsePage(query.page),
  };
}

/** Returns a query with its question mark. It always contains the sort, because the stored sort may change later. */
export const formatPostsQuery = ({ sort, page, ...filters }: PostsQuery): string =>
  formatQuery({ ...filters, sort: formatSort(sort), page: page > 1 ? page : null });

/** Returns the filters as the backend expects them. */
export function postFiltersOf({ word, owner, text, from, to, city }: PostsQuery): PostFilters {
  return { wordId: word, ownerId: owner, text: text.trim(), postDtFrom: from, postDtTo: to, cityId: city };
}

/** Returns true if the first day is after the last one. No post can match then. */
export const hasReversedDays = ({ from, to }: Pick<PostsQuery, 'from' | 'to'>): boolean =>
  from !== '' && to !== '' && from > to;

export const isFiltered = (query: PostsQuery): boolean =>
  Object.values(postFiltersOf(query)).some((value) => value !== null && value !== '');
