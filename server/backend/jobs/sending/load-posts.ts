/** Loads the posts that a message shows. */

import { findingScope } from '../../alerts/recount.ts';
import { viewerOf } from '../../rules/account.ts';
import type { ClaimedDelivery } from '../../store/alerts-store.ts';
import type { PostRow, PostsStore } from '../../store/posts-store.ts';

/** The maximum number of posts of a message. */
const shownPosts = 20;
/** Findings of a longer list are shown without posts: each takes a query. */
const searchedFindings = 20;

const newest = { limit: shownPosts, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;

/** The posts that the links of the message lead to: one row per story, the newest first. */
export async function loadPosts(
  store: Pick<PostsStore, 'page'>,
  delivery: ClaimedDelivery,
  timeZone: string,
): Promise<PostRow[]> {
  const viewer = viewerOf(delivery.account);
  const found = new Map<number, PostRow>();
  for (const finding of delivery.findings.slice(-searchedFindings)) {
    const scope = findingScope(delivery, finding, timeZone);
    const { rows } = scope === null ? { rows: [] } : await store.page(viewer, scope, newest);
    for (const row of rows) found.set(row.storyId, row);
  }
  return [...found.values()].sort((a, b) => b.postedAt - a.postedAt).slice(0, shownPosts);
}
