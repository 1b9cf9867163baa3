/** Counts the new stories of saved views. */
import type { Context } from '../http/endpoint.ts';
import type { Identity } from '../rules/account.ts';
import type { StoriesScope } from '../store/posts-store.ts';
import type { ViewRow } from '../store/views-store.ts';
import { viewScope } from './view-scope.ts';

function scopeOf(viewer: Identity, timeZone: string, { query, seenStory }: ViewRow): StoriesScope | null {
  const scope = viewScope(viewer, timeZone, query);
  return scope && { ...scope, since: seenStory };
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
