/** Addresses of the feed for pages and reports: the posts that a number stands for. */
import type { Standout } from '../api/explanation.ts';
import { defaultPostSort } from '../api/posts.ts';
import { pathOf } from '../routes.ts';
import type { PostsQuery } from './post-filters.ts';
import { formatPostsQuery, noPostFilters, phraseFilter } from './posts-query.ts';

/** Returns the address of the feed with the filters of the figures and of one number. */
export type LinkToPosts = (filters: Partial<PostsQuery>) => string;

/**
 * `base`: what precedes the path. `query`: the filters of all figures, including the days of their period. Without a sort, the
 * newest posts come first.
 */
export const linkToPosts =
  (base: string, query: Partial<PostsQuery>): LinkToPosts =>
  (filters) =>
    base + pathOf('posts') + formatPostsQuery({ ...noPostFilters, sort: defaultPostSort, ...query, ...filters });

/** The filters that select the posts of an item that stands out. */
const standoutFilters: { [Kind in Standout['kind']]: (item: Standout) => Partial<PostsQuery> } = {
  story: ({ id }) => ({ story: id }),
  owner: ({ id }) => ({ owner: id }),
  city: ({ id }) => ({ city: id }),
  phrase: ({ id }) => phraseFilter([id]),
  word: ({ text }) => ({ text: text ?? '' }),
};

export const filtersOfStandout = (item: Standout): Partial<PostsQuery> => standoutFilters[item.kind](item);
