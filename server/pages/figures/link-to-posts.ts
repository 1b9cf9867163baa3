/** Links from figures to the feed that shows exactly the posts of a number. */
import { formatPostsQuery, type PostsQuery } from '../../../shared/pages/posts-query.ts';
import { pathOf } from '../../../shared/routes.ts';

/** Returns the address of the feed with the filters of the figures and those of the number. */
export type LinkToPosts = (filters: Partial<PostsQuery>) => string;

/** `query` has the filters of all figures, the days of their period included. */
export const linkToPosts =
  (basePath: string, query: PostsQuery): LinkToPosts =>
  (filters) =>
    basePath + pathOf('posts') + formatPostsQuery({ ...query, ...filters });
