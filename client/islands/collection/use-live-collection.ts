/** Loads the state of collection and the newest runs again while the page is visible. */
import { useCallback, useEffect, useState } from 'react';
import { loadCollection, loadRunsPage } from '../../../shared/api/collection.ts';
import type { CollectionOverview, RunsPage } from '../../../shared/api/collection-data.ts';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';

const intervalMs = 15_000;

type LiveCollection = { overview: CollectionOverview; newest: RunsPage };

/** `live` is null before the first reload. A failed reload keeps the previous data. */
export function useLiveCollection() {
  const context = useIslandContext();
  const [live, setLive] = useState<LiveCollection | null>(null);
  const reload = useCallback(async () => {
    try {
      const calls = [callApi(loadCollection(), context), callApi(loadRunsPage(0), context)] as const;
      const [overview, newest] = await Promise.all(calls);
      setLive({ overview, newest });
    } catch {
      // The next reload may succeed.
    }
  }, [context]);
  useEffect(() => {
    const timer = setInterval(() => {
      // New rows would move those that the user scrolled to.
      if (!document.hidden && scrollY === 0) void reload();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [reload]);
  return { live, reload };
}
