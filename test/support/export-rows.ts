/** All rows that a viewer's filter selects, oldest first, as an export reads them. */
import type { Identity } from '../../server/backend/rules/account.ts';
import type { FeedFilter, PostCursor } from '../../server/backend/store/posts-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { type Post, readPost } from '../../shared/api/posts.ts';
import { viewing } from './viewing.ts';

export async function exportRows(
  { posts }: Pick<Store, 'posts'>,
  viewer: Identity,
  filter: Partial<FeedFilter> = {},
): Promise<Post[]> {
  const clientId = viewer.type === 'client' ? viewer.clientId : null;
  const rows: Post[] = [];
  let after: PostCursor | null = null;
  do {
    const query = { orderBy: 'post_dt', orderDirection: 'ASC', limit: 100, after } as const;
    const page = await posts.rows(viewer, viewing({ clientId, ...filter }), query);
    rows.push(...(JSON.parse(`[${Buffer.from(page.json)}]`) as unknown[]).map(readPost));
    after = page.next;
  } while (after !== null);
  return rows;
}
