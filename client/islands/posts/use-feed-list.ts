/** The query of the feed, the list of posts that it selects, and the tools for their rows. */
import type { Call } from '../../../shared/api/call.ts';
import { loadPostsPage, type Post, type PostsPage, postKey } from '../../../shared/api/posts.ts';
import { orderOf } from '../../../shared/list-query.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { type PostsQuery, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { postsPageSize } from '../../../shared/rules/limits.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { PagedSource } from '../../lib/loaded-pages.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';
import { usePostsQuery } from './use-posts-query.ts';
import { useRowTools } from './use-row-tools.tsx';

const source: PagedSource<PostsPage, Post> = {
  pageSize: postsPageSize,
  rowsOf: (page) => page.posts,
  withRows: (page, posts) => ({ ...page, posts }),
  keyOf: postKey,
};

const addTotal = (page: PostsPage, more: number): PostsPage => ({ ...page, total: page.total + more });

export function useFeedList({ query: initial, first }: Pick<IslandProps['posts'], 'query' | 'first'>) {
  const { capabilities } = useIslandContext();
  const offsetOf = ({ page }: PostsQuery) => (page - 1) * postsPageSize;
  const pageCall = (next: PostsQuery, offset: number) =>
    loadPostsPage({ ...postFiltersOf(next, capabilities), offset, ...orderOf(next.sort) });

  /** With the filter of unread posts: stories that were read meanwhile keep their rows, but the backend omits them. */
  const countReadRows = () =>
    query.unread ? tools.shown.rows.filter(({ read, repeated }) => read && !repeated).length : 0;

  function laterPageCall(offset: number): Call<PostsPage> {
    const readRows = countReadRows();
    const call = pageCall(query, offset - readRows);
    return { ...call, read: (reply) => addTotal(call.read(reply), readRows) };
  }

  const { query, ...url } = usePostsQuery(initial, (next) => list.preload(pageCall(next, offsetOf(next))));
  const list = usePagedList(source, {
    pageCall: (offset) => (query.unread && offset > offsetOf(query) ? laterPageCall(offset) : pageCall(query, offset)),
    firstPage: query.page,
    first,
  });
  const tools = useRowTools(list, query);
  return { query, ...url, list, countReadRows, tools };
}
