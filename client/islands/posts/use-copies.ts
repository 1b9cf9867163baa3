/** Loads, adds and removes the other rows of a story. */
import { type Dispatch, type SetStateAction, useLayoutEffect, useRef } from 'react';
import { loadPostsPage, type Post, postKey } from '../../../shared/api/posts.ts';
import { orderOf } from '../../../shared/list-query.ts';
import type { IslandContext } from '../../../shared/pages/islands.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { useAttempt } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
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
const storyCall = (query: PostsQuery, { capabilities }: IslandContext, storyId: number, offset: number) =>
  loadPostsPage({
    ...postFiltersOf({ ...query, story: storyId, unread: false }, capabilities),
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

/** Returns a function that expands or collapses the story of a row. `opener` is `aria-busy` until it has. */
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

  return async function toggleCopies({ storyId, expanded }: FeedRow, opener: HTMLElement) {
    if (storyId === null || opener.ariaBusy) return;
    if (expanded) return setStory(storyId, null);
    opener.ariaBusy = 'true';
    await attempt(async () => {
      const known = stories.get(storyId)?.posts ?? [];
      const { rows: posts, total } = await callApi(storyCall(query, context, storyId, known.length));
      if (shownQuery.current === query) setStory(storyId, { posts: [...known, ...posts], total });
    });
    opener.ariaBusy = null;
  };
}
