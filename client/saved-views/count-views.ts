/** Counts the posts of saved views. */
import { defaultPostSort, loadPostCount } from '../../shared/api/posts.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { parsePostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { callApi } from '../lib/api.ts';
import type { LocalView } from './local-views.ts';

/** More views show no count. */
const countedMax = 10;
const parallelCalls = 4;

/**
 * Counts the first views that `asked` does not contain, while the tab is visible, and adds them to `asked`. A count that
 * fails or is unknown is left out. Returns a function that stops.
 */
export function countViews(
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
    const call = loadPostCount(postFiltersOf(filters, context.capabilities));
    const total = await callApi(call, { ...context, background: true }).catch(() => -1);
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
