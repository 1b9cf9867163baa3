/** The saved views of local storage, with the number of posts that were added since each was last opened. */
import { useEffect, useState } from 'react';
import { defaultPostSort } from '../../shared/api/posts.ts';
import { parseId } from '../../shared/list-query.ts';
import { viewHref } from '../../shared/pages/posts-query.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { countViews } from './count-views.ts';
import { type LocalView, setLocalViewTotal } from './local-views.ts';
import { SavedViewsList } from './saved-views-list.tsx';

/** `search` is the query string of the address. */
export type LocalViewsListProps = { views: readonly LocalView[]; search: string };

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

export function LocalViewsList({ views, search }: LocalViewsListProps) {
  const { user } = useIslandContext().viewer;
  const counts = useViewCounts(views);
  const current = parseId(new URLSearchParams(search).get('view'));
  /** An opened view has been seen, and a new one starts from its first count. */
  const isSeen = ({ id, total }: LocalView) => total === null || id === current;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only new counts and the opened view change what is seen
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
      }))}
      current={current}
    />
  );
}
