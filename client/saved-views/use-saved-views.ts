/** The saved views of the viewer, from the backend. */

import { useEffect, useRef } from 'react';
import { loadViews, openView, type SavedView } from '../../shared/api/views.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { viewHref } from '../../shared/pages/posts-query.ts';
import { callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { useFollowedReply } from '../lib/use-followed-reply.ts';
import type { ShownView } from './saved-views-list.tsx';

/**
 * The views with their links. The opened one has no new posts: its count may have been read before it was opened. For an
 * administrator who acts as a client, the view is not opened in the client's name.
 */
export function useSavedViews(
  { view: opened, sort }: PostsQuery,
  first: Loaded<SavedView[]> | null,
  refreshes: number,
) {
  const { viewer } = useIslandContext();
  const { data, ...reply } = useFollowedReply(loadViews(), first, refreshes);
  // The server has opened the view of the page.
  const last = useRef(opened);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another view is opened
  useEffect(() => {
    const isOpened = opened !== null && opened !== last.current && !viewer.impersonation;
    last.current = opened;
    if (isOpened) callApi(openView(opened), { background: true }).then(reply.reload, () => undefined);
  }, [opened]);

  const views = data?.map(
    (view): ShownView => ({ ...view, href: viewHref(view, sort), fresh: view.id === opened ? 0 : view.fresh }),
  );
  return { data: views, ...reply };
}
