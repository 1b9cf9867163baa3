/** What a search finds among the stored posts. A post with several phrases counts once. */
import type { DatabaseSync } from 'node:sqlite';
import type { TimeWindow } from '../rules/days/day-bounds.ts';
import { excludedParts } from '../rules/search/excluded-parts.ts';
import { boundPostId } from '../store/post-id.ts';
import type { PostPreview } from '../store/posts-store.ts';
import { countDistinctByIndex, findDistinctTexts } from './post-index-query.ts';
import type { PostSelection } from './post-selection.ts';

const examplesMax = 10;

export function previewPosts(db: DatabaseSync, selection: PostSelection, window: TimeWindow): PostPreview {
  const { query } = selection;
  const total = countDistinctByIndex(db, selection);
  return {
    total,
    recent: countDistinctByIndex(db, {
      ...selection,
      fromId: boundPostId(window.from),
      toId: boundPostId(window.to),
    }),
    examples: findDistinctTexts(db, selection, examplesMax),
    excluded: (query ? excludedParts(query) : []).map(({ text, rest }) => ({
      text,
      removed: countDistinctByIndex(db, { ...selection, query: rest }) - total,
    })),
  };
}
