/** The posts of a saved view, with the filters that the feed would send. */
import * as v from 'valibot';
import { capabilities } from '../../../shared/api/capabilities.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import { type PostsQuery, postFiltersOf } from '../../../shared/posts-query.ts';
import { toScope } from '../posts/post-scope.ts';
import { postFiltersQuery } from '../posts/schemas.ts';
import type { Identity } from '../rules/account.ts';
import type { PostScope } from '../store/posts-store.ts';
import { parseViewQuery } from './view-query.ts';

/** `change` replaces filters of the view. Null for filters that the feed would reject. */
export function viewScope(
  viewer: Identity,
  timeZone: string,
  query: string,
  change: Partial<PostsQuery> = {},
): PostScope | null {
  const filters = postFiltersOf({ ...parseViewQuery(query), ...change }, capabilities);
  const parsed = v.safeParse(postFiltersQuery, Object.fromEntries(new URLSearchParams(formatQuery(filters))));
  return parsed.success ? toScope(viewer, timeZone, parsed.output) : null;
}

/** The stories that alerts and Atom feeds of a view report: each once, whether read or not. */
export const storiesOfView = (viewer: Identity, timeZone: string, query: string): PostScope | null =>
  viewScope(viewer, timeZone, query, {
    copies: 'hide',
    unread: false,
    since: null,
    until: null,
    first: false,
    story: null,
  });
