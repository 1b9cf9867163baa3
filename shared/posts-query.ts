/** The feed's state, to and from its URL: what filters it, how it is sorted, and where the list begins. */
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

/** Texts are '' and ids null when they do not filter; days are `YYYY-MM-DD`; pages count from 1. */
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

/** Sources alone have negative ids too. */
function parsePositiveId(value: unknown): number | null {
  const id = parseId(value);
  return id !== null && id > 0 ? id : null;
}

/** A value that cannot be read filters nothing. `storedSort` holds where the URL has no sort. */
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

/** URL text with its question mark. The sort always stands in it: without it, another visit would see another order. */
export const formatPostsQuery = ({ sort, page, ...filters }: PostsQuery): string =>
  formatQuery({ ...filters, sort: formatSort(sort), page: page > 1 ? page : null });

/** The filters as the backend takes them. */
export function postFiltersOf({ word, owner, text, from, to, city }: PostsQuery): PostFilters {
  return { wordId: word, ownerId: owner, text: text.trim(), postDtFrom: from, postDtTo: to, cityId: city };
}

/** Whether the first day is after the last one, so that no post can match. */
export const hasReversedDays = ({ from, to }: Pick<PostsQuery, 'from' | 'to'>): boolean =>
  from !== '' && to !== '' && from > to;

export const isFiltered = (query: PostsQuery): boolean =>
  Object.values(postFiltersOf(query)).some((value) => value !== null && value !== '');
