/** The columns of the feed, and the popup that a post's text opens. */
import { useMemo } from 'react';
import { formatPostsQuery, type PostsQuery } from '../../../shared/pages/posts-query.ts';
import { useLazyDialog } from '../../components/lazy.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import type { FeedRow } from './feed-row.ts';
import { postColumns } from './post-columns.tsx';
import type { RowTools } from './use-row-tools.tsx';

const importPopup = () => import('./post-popup.tsx').then(({ PostPopup }) => PostPopup);

/** `initial` is the query of the server's HTML, whose links must be the same. */
export function usePostColumns(initial: PostsQuery, tools: Pick<RowTools, 'ask' | 'preload'>) {
  const { timeZone, capabilities, viewer } = useIslandContext();
  const popup = useLazyDialog(importPopup);
  const marks = capabilities.includes('marks');
  // An administrator who acts as a client reads without changing the client's marks.
  const readsOnOpen = marks && viewer.impersonation === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(() => {
    const openText = (post: FeedRow, opener: HTMLElement) => {
      void popup.open({ post, opener });
      if (readsOnOpen && !post.read) tools.ask({ act: 'read', post });
    };
    return postColumns({
      timeZone,
      open: openText,
      preload: popup.preload,
      marks,
      menu: marks || capabilities.includes('mutes'),
      storyHref: (story) => formatPostsQuery({ ...initial, story, copies: 'show', page: 1 }),
      ask: tools.ask,
      preloadTools: tools.preload,
    });
  }, [timeZone]);

  return {
    columns,
    popup: popup.opened && <popup.opened.Component {...popup.opened.subject} onClose={popup.close} />,
  };
}
