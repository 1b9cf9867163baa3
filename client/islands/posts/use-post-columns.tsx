/** The columns of the feed, and the popup with the text of a post. */

import { useMemo, useRef, useState } from 'react';
import { postKey } from '../../../shared/api/posts.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { formatPostsQuery } from '../../../shared/pages/posts-query.ts';
import { useLazyDialog } from '../../components/lazy.tsx';
import { createSelection, useKeptSelection } from '../../components/selection.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import type { FeedRow } from './feed-row.ts';
import type { PostCellOptions } from './post-cell.ts';
import { postColumns, rowMarks } from './post-columns.tsx';
import type { RowTools } from './use-row-tools.tsx';

const importPopup = () => import('./post-popup.tsx').then(({ PostPopup }) => PostPopup);

type PostColumnsOptions = {
  query: PostsQuery;
  list: { stale: boolean };
  change: PostCellOptions['change'];
  tools: Pick<RowTools, 'ask' | 'preload' | 'shown'>;
};

export function usePostColumns({ query, list, change, tools }: PostColumnsOptions) {
  const { timeZone, backendKind, hasWork, viewer, basePath } = useIslandContext();
  const popup = useLazyDialog(importPopup);
  const marks = backendKind === 'own';
  const [selection] = useState(() => (hasWork ? createSelection<number>() : null));
  const { rows } = tools.shown;
  const loaded = useMemo(() => rows.flatMap(({ storyId }) => storyId ?? []), [rows]);
  // A change of stories needs their rows.
  useKeptSelection(selection, loaded);
  // Rows of an earlier query keep their links, because new links would render all of them again.
  const shownQuery = useRef(query);
  if (!list.stale) shownQuery.current = query;
  const linked = shownQuery.current;
  // An administrator who acts as a client reads without changing the client's marks.
  const readsOnOpen = marks && viewer.impersonation === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(() => {
    const openText = (post: FeedRow, opener: HTMLElement) => {
      void popup.open({ post, opener }, opener);
      if (readsOnOpen && !post.read) tools.ask({ act: 'read', post });
    };
    return postColumns({
      timeZone,
      open: openText,
      preload: popup.preload,
      marks,
      menu: marks,
      selection,
      basePath,
      hrefOf: (part) => formatPostsQuery({ ...linked, page: 1, view: null, ...part }),
      change,
      ask: tools.ask,
      preloadTools: tools.preload,
    });
  }, [timeZone, linked]);

  const open = popup.subject?.post;
  return {
    columns,
    marksOf: rowMarks(marks),
    selection,
    popup: popup.render(
      {
        onWork: (work, post) => tools.ask({ act: 'work', work, posts: [post] }),
        onMenu: (post, opener) => tools.ask({ act: 'menu', post, opener, selection }),
      },
      open && { post: rows.find((row) => postKey(row) === postKey(open)) ?? open },
    ),
  };
}
