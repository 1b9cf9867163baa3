/** The saved views in local storage, with an existing backend. The code that reads them loads when there are any. */
import useSWR from 'swr';
import { shownName } from '../../shared/format.ts';
import { localViewsKey } from '../../shared/shell-names.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { loadPart } from '../lib/load-part.ts';
import { readLocal } from '../lib/storage.ts';
import type { ShownView } from './sidebar-filters.tsx';

const importViews = () => import('./read-local-views.ts');

export function useLocalViews(): ShownView[] {
  const { user } = useIslandContext().viewer;
  const key = localViewsKey(user);
  const { data = [] } = useSWR(key, async () => {
    if (readLocal(key) === null) return [];
    const { readLocalViews } = await loadPart(importViews);
    return readLocalViews(user).map((view) => ({
      ...view,
      name: shownName(view.name),
      fresh: null,
      editable: true,
      version: null,
    }));
  });
  return data;
}
