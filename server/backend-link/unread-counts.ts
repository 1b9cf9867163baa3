/**
 * Caches the number of unread posts of each client and person for the menu. A page starts the next count without waiting for
 * it.
 */
import { defaultPostSort, loadPostCount } from '../../shared/api/posts.ts';
import type { BackendKind } from '../../shared/backend-kind.ts';
import { minuteMs } from '../../shared/durations.ts';
import { allFilters } from '../../shared/pages/post-filters.ts';
import { parsePostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { userName, type Viewer } from '../../shared/roles.ts';
import type { BackendClient, Caller } from './backend-client.ts';

const unreadPosts = parsePostsQuery({ unread: '1' }, defaultPostSort);

/** A count of 10,000,000 posts takes as long as a page, and a client's next query waits for it. */
const minAgeMs = minuteMs;

const clientOf = (viewer: Viewer | null): string | null =>
  viewer?.user.type === 'client' ? userName(viewer.user) : null;

export type UnreadCounts = ReturnType<typeof createUnreadCounts>;

export function createUnreadCounts(backendClient: BackendClient, now: () => number) {
  const counts = new Map<string, number>();
  /** By client: when the last count began, unless it failed or the client has changed something since. */
  const startedAt = new Map<string, number>();
  const running = new Set<string>();
  return {
    /**
     * The last count. Undefined for administrators, with an existing backend, before the first count and after a failure.
     */
    of: (viewer: Viewer | null): number | undefined => counts.get(clientOf(viewer) ?? ''),
    /** Counts in the background, one request per account at a time, unless the last count is recent. */
    async refresh(viewer: Viewer | null, backendKind: BackendKind, caller: Caller): Promise<void> {
      const client = clientOf(viewer);
      if (client === null || backendKind !== 'own' || running.has(client)) return;
      if (now() < (startedAt.get(client) ?? -Infinity) + minAgeMs) return;
      running.add(client);
      startedAt.set(client, now());
      try {
        const { data } = await backendClient.send(loadPostCount(postFiltersOf(unreadPosts, allFilters)), caller);
        counts.set(client, data);
      } catch {
        counts.delete(client);
        startedAt.delete(client);
      }
      running.delete(client);
    },
    /** Call it when the client has changed something, for example marks: the next page counts again. */
    expire: (viewer: Viewer | null): void => void startedAt.delete(clientOf(viewer) ?? ''),
  };
}
