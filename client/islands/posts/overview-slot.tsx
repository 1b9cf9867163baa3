/** The overview above the table: HTML from the server, empty without the capabilities (server/pages/feed-overview). */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { defaultPostSort } from '../../../shared/api/posts.ts';
import { formatPostsQuery, type PostsQuery } from '../../../shared/pages/posts-query.ts';
import { staticChildren } from '../../components/static-children.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { type ShowOverview, startOverview } from './overview.ts';

export type OverviewSlotProps = {
  query: PostsQuery;
  /** A new number loads the overview again. */
  refreshes: number;
  /** Takes the query string of a link of the feed. */
  navigate: (search: string) => void;
  children: ReactNode;
};

export function OverviewSlot({ query, refreshes, navigate, children }: OverviewSlotProps) {
  const context = useIslandContext();
  const slot = useRef<HTMLDivElement>(null);
  const show = useRef<ShowOverview>(null);
  const key = formatPostsQuery({ ...query, sort: defaultPostSort, page: 1 }) + refreshes;
  const shown = useRef(key);

  // Before the presses that happened before hydration are repeated (client/lib/late-part.tsx).
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context and `navigate` never change
  useLayoutEffect(() => {
    if (slot.current) show.current = startOverview(slot.current, context, navigate);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only other filters and refreshes load the overview
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    show.current?.(formatPostsQuery(query));
  }, [key]);

  return <div ref={slot} id="overview" {...staticChildren(children)} />;
}
