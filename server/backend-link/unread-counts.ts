/** Keeps the number of unread posts of each client for the menu. A page starts the next count and does not wait for it. */
import { defaultPostSort, loadPostCount } from '../../shared/api/posts.ts';
import type { Capability } from '../../shared/capabilities.ts';
import { parsePostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import type { Viewer } from '../../shared/roles.ts';
import type { BackendClient, Caller } from './backend-client.ts';

const unreadPosts = parsePostsQuery({ unread: '1' }, defaultPostSort);

export type UnreadCounts = {
  /** The last count. Undefined for administrators, without the capability `marks`, before the first count and after a failure. */
  of(viewer: Viewer | null): number | undefined;
  /** Counts in the background, one request per client at a time. */
  refresh(viewer: Viewer | null, capabilities: readonly Capability[], caller: Caller): void;
};

export function createUnreadCounts(backendClient: BackendClient): UnreadCounts {
  const counts = new Map<string, number>();
  const running = new Set<string>();
  return {
    of: (viewer) => (viewer?.user.type === 'client' ? counts.get(viewer.user.client_id) : undefined),
    async refresh(viewer, capabilities, caller) {
      if (viewer?.user.type !== 'client' || !capabilities.includes('marks')) return;
      const { client_id: client } = viewer.user;
      if (running.has(client)) return;
      running.add(client);
      try {
        const { data } = await backendClient.send(loadPostCount(postFiltersOf(unreadPosts, capabilities)), caller);
        counts.set(client, data);
      } catch {
        counts.delete(client);
      }
      running.delete(client);
    },
  };
}
