/** The saved views in local storage, with the number of posts added since each was last opened. */

import { useEffect, useMemo, useState } from 'react';
import { defaultPostSort, loadPostCount } from '../../shared/api/posts.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { parsePostsQuery, postFiltersOf, viewHref } from '../../shared/pages/posts-query.ts';
import { callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { type LocalView, readLocalViews, setLocalViewTotal } from './local-views.ts';
import { SavedViewsList } from './saved-views-list.tsx';
import type { ViewOpener } from './use-view-dialog.tsx';

/** The maximum number of views with a count. */
const countedMax = 10;
const parallelCalls = 4;

/**
 * Counts the posts of the first views while the tab is visible, except views in `asked`, and adds the counted views to `asked`.
 * Ignores a count that fails or is unknown. Returns a function that stops.
 */
function countViews(
  views: readonly LocalView[],
  asked: Set<number>,
  context: IslandContext,
  onCount: (id: number, total: number) => void,
): () => void {
  const waiting = views.slice(0, countedMax);
  let running = 0;
  let stopped = false;

  async function count({ id, query }: LocalView): Promise<void> {
    asked.add(id);
    running += 1;
    const filters = parsePostsQuery(Object.fromEntries(new URLSearchParams(query)), defaultPostSort);
    const call = loadPostCount(postFiltersOf(filters, context));
    const total = await callApi(call, { background: true }).catch(() => -1);
    running -= 1;
    if (total >= 0) onCount(id, total);
    next();
  }

  function next(): void {
    while (!stopped && !document.hidden && running < parallelCalls && waiting.length > 0) {
      const view = waiting.shift();
      if (view && !asked.has(view.id)) void count(view);
    }
  }

  document.addEventListener('visibilitychange', next);
  next();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', next);
  };
}

/** Returns the counts of matching posts by view ID. Each view is counted once. */
function useViewCounts(views: readonly LocalView[]): ReadonlyMap<number, number> {
  const context = useIslandContext();
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(new Map());
  const [asked] = useState(() => new Set<number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the context is new but equivalent in every render
  useEffect(
    () => countViews(views, asked, context, (id, total) => setCounts((known) => new Map([...known, [id, total]]))),
    [views, asked],
  );
  return counts;
}

export type LocalViewsListProps = {
  /** The ID of the opened view. */
  current: number | null;
  openerOf: ViewOpener;
  /** A change of the number reads the views again. */
  changes: number;
};

export function LocalViewsList({ current, openerOf, changes }: LocalViewsListProps) {
  const { user } = useIslandContext().viewer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an opened view stores the number of its posts
  const views = useMemo(() => readLocalViews(user), [user, current, changes]);
  const counts = useViewCounts(views);
  /** The posts of the opened view have been seen, and a new view starts from its first count. */
  const isSeen = ({ id, total }: LocalView) => total === null || id === current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only new counts and the opened view change which posts were seen
  useEffect(() => {
    for (const view of views) {
      const count = counts.get(view.id);
      if (count !== undefined && isSeen(view)) setLocalViewTotal(user, view.id, count);
    }
  }, [views, counts, current]);

  function freshOf(view: LocalView): number | null {
    const count = counts.get(view.id);
    if (count === undefined) return null;
    return isSeen(view) ? 0 : Math.max(0, count - (view.total ?? 0));
  }

  return (
    <SavedViewsList
      views={views.map((view) => ({
        ...view,
        href: viewHref(view, defaultPostSort),
        fresh: freshOf(view),
        editable: true,
        version: null,
      }))}
      current={current}
      openerOf={openerOf}
    />
  );
}
