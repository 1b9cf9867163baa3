/** The button «Новых постов: N». Polls the number of posts once a minute and never changes the list by itself. */
import { useEffect, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { loadPostCount } from '../../../shared/api/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { newPostsIntervalMs, newPostsMaxPauseMs } from '../../../shared/rules/limits.ts';
import { Button } from '../../components/buttons.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';
import styles from './posts-island.module.css';

/** `base` is the total that new posts are counted from, null while it is unknown. `fresh` is the number of new posts. */
type NewPosts = { base: number | null; fresh: number };

/**
 * Ignores a negative total, which is unknown. A lower total becomes the new base: posts were removed, so the number of new ones
 * is unknown.
 */
export function countNewPosts({ base, fresh }: NewPosts, total: number): NewPosts {
  if (total < 0) return { base, fresh };
  return base === null || total < base ? { base: total, fresh: 0 } : { base, fresh: total - base };
}

export type NewPostsProps = {
  list: Pick<ChangeableList<unknown>, 'loadedAt' | 'firstTotal' | 'stale' | 'loading'>;
  query: PostsQuery;
  /** Returns the number of rows in the list that the backend no longer counts, because the user changed them. */
  countLeft: () => number;
  /** Reloads the first page. */
  onShow: () => void;
};

/** Does nothing if the user has moved the focus elsewhere. */
function focusFirstPost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[aria-rowindex="2"] [data-post-url]')?.focus({ preventScroll: true });
}

/** Returns the number of posts that arrived since the list was loaded. */
function useNewPosts({ list, query, countLeft }: Omit<NewPostsProps, 'onShow'>): number {
  const context = useIslandContext();
  const { cache } = useSWRConfig();
  const call = loadPostCount(postFiltersOf(query, context));
  const key = `new ${call.path} ${list.loadedAt}`;
  const start: NewPosts = { base: list.firstTotal < 0 ? null : list.firstTotal, fresh: 0 };

  async function count(): Promise<NewPosts> {
    const left = countLeft();
    const total = await callApi(call, { background: true });
    return countNewPosts(cache.get(key)?.data ?? start, total < 0 ? total : total + left);
  }
  const { data = start } = useSWR<NewPosts>(key, count, {
    fallbackData: start,
    // This code loads a minute after the list, when the first count is due.
    revalidateOnMount: Date.now() - (list.loadedAt ?? Infinity) >= newPostsIntervalMs,
    refreshInterval: newPostsIntervalMs,
    // Counts at once in a tab that was hidden for more than a minute.
    revalidateOnFocus: true,
    focusThrottleInterval: newPostsIntervalMs,
    shouldRetryOnError: true,
    onErrorRetry: (_error, _key, _config, revalidate, { retryCount = 1 }) =>
      void setTimeout(revalidate, Math.min(newPostsIntervalMs * 2 ** retryCount, newPostsMaxPauseMs), { retryCount }),
  });
  return list.stale ? 0 : data.fresh;
}

export function NewPosts({ onShow, ...counted }: NewPostsProps) {
  const { list } = counted;
  const fresh = useNewPosts(counted);
  const [pressed, setPressed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the request matters
  useEffect(() => {
    if (!pressed || list.loading) return;
    setPressed(false);
    // Virtual rows at the top render only in the frame after the scroll.
    requestAnimationFrame(focusFirstPost);
  }, [list.loading]);

  return (
    <div role="status" className={styles.newPosts}>
      {fresh > 0 && (
        <Button
          kind="primary"
          busy={pressed}
          onClick={() => {
            setPressed(true);
            onShow();
            scrollTo(0, 0);
          }}
        >
          Новых постов: {formatNumber(fresh)}
        </Button>
      )}
    </div>
  );
}
