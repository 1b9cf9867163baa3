/** Loads, adds and removes the other rows of a story. */

import { type Dispatch, type SetStateAction, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { loadPostsPage, type Post, postKey } from '../../../shared/api/posts.ts';
import { orderOf } from '../../../shared/list-query.ts';
import type { IslandContext } from '../../../shared/pages/islands.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { postsPageSize } from '../../../shared/rules/limits.ts';
import { useAttempt } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { isBusy, setBusy } from '../../lib/busy.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { restoreScroll } from '../../lib/use-restored-scroll.ts';
import type { FeedRow, OpenStory, RowChanges, ShownWork } from './feed-row.ts';

/** Returns the rows to add below the first row of a story. `copies` of the last one counts the rows that are not loaded. */
function addedRows({ posts, total }: OpenStory, shown: ReadonlySet<string>): FeedRow[] {
  const added = posts.filter((post) => !shown.has(postKey(post)));
  const rest = total - posts.length;
  return added.map((post, index) => ({ ...post, repeated: true, copies: index === added.length - 1 ? rest : 0 }));
}

/** Returns the newer of the loaded work and the user's change. */
function workOf({ storyId, work }: FeedRow, changed: ShownWork): FeedRow['work'] {
  const own = storyId === null ? undefined : changed.get(storyId);
  return own === undefined || (own?.version ?? 0) < (work?.version ?? 0) ? work : own;
}

/**
 * Applies the user's changes: marks, work and open stories. Unchanged rows stay the same objects, so that the table does not
 * render them again.
 */
export function arrangeRows(rows: readonly Post[], { marks, work: changed, stories }: RowChanges): FeedRow[] {
  const shown: ReadonlySet<string> = new Set(stories.size > 0 ? rows.map(postKey) : []);
  const marked = (row: FeedRow): FeedRow => {
    const read = marks.get(row.storyId ?? 0) ?? row.read;
    const work = workOf(row, changed);
    return read === row.read && work === row.work ? row : { ...row, read, work };
  };
  return rows.flatMap((row): FeedRow[] => {
    const story = row.storyId === null ? undefined : stories.get(row.storyId);
    if (!story || row.copies === 0) return [marked(row)];
    const first: FeedRow = { ...row, expanded: true };
    return [first, ...addedRows(story, shown)].map(marked);
  });
}

/** Loads all rows of the story that match the filters, except `unread`: a mark applies to the whole story. */
const storyCall = (query: PostsQuery, context: IslandContext, storyId: number, offset: number) =>
  loadPostsPage({
    ...postFiltersOf({ ...query, story: storyId, unread: false }, context),
    offset,
    ...orderOf(query.sort),
  });

type CopiesOptions = {
  query: PostsQuery;
  /** The rows still belong to the previous query. */
  stale: boolean;
  stories: RowChanges['stories'];
  onChange: Dispatch<SetStateAction<RowChanges>>;
};

export function useCopies({ query, stale, stories, onChange }: CopiesOptions) {
  const context = useIslandContext();
  const attempt = useAttempt();
  const shownQuery = useRef(query);

  const setStory = (storyId: number, story: OpenStory | null) =>
    onChange((changes) => {
      const next = new Map(changes.stories);
      if (story) next.set(storyId, story);
      else next.delete(storyId);
      return { ...changes, stories: next };
    });

  // After a change of the filters or the sort, all stories are collapsed.
  useLayoutEffect(() => {
    if (stale || shownQuery.current === query) return;
    shownQuery.current = query;
    onChange((changes) => (changes.stories.size === 0 ? changes : { ...changes, stories: new Map() }));
  }, [stale, query, onChange]);

  /** Loads the next rows of the story. `known` are the loaded ones. */
  async function loadRows(storyId: number, known: readonly Post[]): Promise<OpenStory> {
    const { rows, total } = await callApi(storyCall(query, context, storyId, known.length));
    return { posts: [...known, ...rows], total };
  }

  return {
    /** Expands or collapses the story of a row. `opener` is `aria-busy` until it has. */
    async toggleCopies({ storyId, expanded }: FeedRow, opener: HTMLElement) {
      if (storyId === null || isBusy(opener)) return;
      if (expanded) return setStory(storyId, null);
      setBusy(opener, true);
      await attempt(async () => {
        const story = await loadRows(storyId, stories.get(storyId)?.posts ?? []);
        if (shownQuery.current === query) setStory(storyId, story);
      });
      setBusy(opener, false);
    },
    /** Expands stories after a reload of the page. The scroll offset is that of the list with their rows. */
    async reopenCopies(opened: readonly (readonly [number, number])[]) {
      await attempt(async () => {
        for (const [storyId, count] of opened) {
          let story = await loadRows(storyId, []);
          for (let page = 1; page * postsPageSize < count; page += 1) story = await loadRows(storyId, story.posts);
          if (shownQuery.current !== query) return;
          flushSync(() => setStory(storyId, story));
          restoreScroll();
        }
      });
    },
  };
}
