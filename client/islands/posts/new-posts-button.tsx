/** The button «Новых постов: N». It counts the posts once a minute and never changes the list by itself. */
import { useEffect, useRef, useState } from 'react';
import { loadPostCount } from '../../../shared/api/posts.ts';
import { formatNumber } from '../../../shared/format.ts';
import { type PostsQuery, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { newPostsIntervalMs, newPostsMaxPauseMs } from '../../../shared/rules/limits.ts';
import { BusyButton } from '../../components/buttons.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';
import { startPolling } from '../../lib/start-polling.ts';
import { countNewPosts, type NewPosts } from './count-new-posts.ts';

export type NewPostsButtonProps = {
  list: Pick<ChangeableList<unknown>, 'loadedAt' | 'firstTotal' | 'stale' | 'loading'>;
  query: PostsQuery;
  /** Returns how many rows of the list the backend no longer counts, because they were read. */
  countReadRows: () => number;
  /** Loads the first page again. */
  onShow: () => void;
};

/** Does nothing when the user has moved the focus elsewhere. */
function focusFirstPost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[aria-rowindex="2"] [data-post-url]')?.focus({ preventScroll: true });
}

/** Returns the number of posts that arrived since the list was loaded. */
function useNewPosts({ list, query, countReadRows }: Omit<NewPostsButtonProps, 'onShow'>): number {
  const context = useIslandContext();
  const call = loadPostCount(postFiltersOf(query, context.capabilities));
  const key = `${call.path} ${list.loadedAt}`;
  const [counted, setCounted] = useState<NewPosts & { key: string }>({ key: '', base: null, fresh: 0 });
  const latest = { key, call, base: list.firstTotal < 0 ? null : list.firstTotal, countReadRows };
  const current = useRef(latest);
  useEffect(() => {
    current.current = latest;
  });

  useEffect(() => {
    async function count() {
      const asked = current.current;
      const readRows = asked.countReadRows();
      const total = await callApi(asked.call, { ...context, background: true });
      setCounted((known) => {
        const before = known.key === asked.key ? known : { base: asked.base, fresh: 0 };
        return { key: asked.key, ...countNewPosts(before, total < 0 ? total : total + readRows) };
      });
    }
    return startPolling(count, { intervalMs: newPostsIntervalMs, maxMs: newPostsMaxPauseMs });
  }, [context]);

  return counted.key === key && !list.stale ? counted.fresh : 0;
}

export function NewPostsButton({ onShow, ...counted }: NewPostsButtonProps) {
  const { list } = counted;
  const fresh = useNewPosts(counted);
  const [pressed, setPressed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the request matters
  useEffect(() => {
    if (!pressed || list.loading) return;
    setPressed(false);
    // Virtual rows render the top of the list in the frame after it scrolled there.
    requestAnimationFrame(focusFirstPost);
  }, [list.loading]);

  if (fresh === 0) return null;
  return (
    <BusyButton
      kind="primary"
      busy={pressed}
      onClick={() => {
        setPressed(true);
        onShow();
        scrollTo(0, 0);
      }}
    >
      Новых постов: {formatNumber(fresh)}
    </BusyButton>
  );
}
