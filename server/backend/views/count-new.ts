/** Counts the new stories of saved views, with the filters that the feed would send for each. */
import * as v from 'valibot';
import { capabilities } from '../../../shared/api/capabilities.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import { postFiltersOf } from '../../../shared/posts-query.ts';
import type { Context } from '../http/endpoint.ts';
import { toScope } from '../posts/post-scope.ts';
import { postFiltersQuery } from '../posts/schemas.ts';
import type { StoriesScope } from '../store/posts-store.ts';
import type { Identity } from '../store/sessions-store.ts';
import type { ViewRow } from '../store/views-store.ts';
import { parseViewQuery } from './view-query.ts';

/** Null for filters that the feed would reject. */
function scopeOf(viewer: Identity, timeZone: string, { query, seenStory }: ViewRow): StoriesScope | null {
  const filters = postFiltersOf(parseViewQuery(query), capabilities);
  const parsed = v.safeParse(postFiltersQuery, Object.fromEntries(new URLSearchParams(formatQuery(filters))));
  return parsed.success ? { ...toScope(viewer, timeZone, parsed.output), since: seenStory } : null;
}

/** In the order of the views. */
export async function countNew(
  { store, config }: Pick<Context, 'store' | 'config'>,
  viewer: Identity,
  views: readonly ViewRow[],
): Promise<number[]> {
  const scopes = views.map((view) => scopeOf(viewer, config.CONSOLE_TIME_ZONE, view));
  const counts = await store.posts.countNewStories(
    viewer,
    scopes.filter((scope) => scope !== null),
  );
  return scopes.map((scope) => (scope === null ? 0 : (counts.shift() ?? 0)));
}
