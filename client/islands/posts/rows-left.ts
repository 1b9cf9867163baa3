/**
 * Counts the rows of the feed that the backend omits since the user changed them: read ones, and ones whose work no longer
 * matches the filters.
 */
import type { StoryWork } from '../../../shared/fields/work.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import type { FeedRow, RowChanges } from './feed-row.ts';

/** Never matches `overdue`, because any change ends it. */
function isOfState({ state, hidden, returned }: StoryWork, wanted: PostsQuery['state']): boolean {
  if (hidden || wanted === 'hidden') return hidden && wanted === 'hidden';
  if (wanted === 'open') return state !== 'resolved' && state !== 'rejected';
  return wanted === '' || wanted === state || (wanted === 'returned' && returned > 0);
}

/** `me` is the ID of the viewer as an assignee, null if unknown. */
function isWanted(work: StoryWork, { state, assignee, tag, tone }: PostsQuery, me: number | null): boolean {
  const { assigneeId } = work;
  const wanted = assignee === 'me' ? me : assignee === 'none' ? null : Number(assignee);
  return (
    isOfState(work, state) &&
    (assignee === '' || assigneeId === wanted) &&
    (tag === null || work.tags.some(({ tagId }) => tagId === tag)) &&
    (tone === '' || (work.tone ?? 'none') === tone)
  );
}

export function countRowsLeft(
  rows: readonly FeedRow[],
  { work: changed }: RowChanges,
  query: PostsQuery,
  me: number | null,
): number {
  const hasLeft = ({ storyId, read, work }: FeedRow): boolean =>
    (query.unread && read) || (changed.has(storyId ?? 0) && work !== null && !isWanted(work, query, me));
  return rows.filter((row) => !row.repeated && hasLeft(row)).length;
}
