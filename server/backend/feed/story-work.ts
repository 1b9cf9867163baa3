/** Work of a client on stories (store/work.ts), for the queries of posts. */
import type { DatabaseSync } from 'node:sqlite';
import type { Work } from '../rules/work.ts';

type StoredWork = Omit<Work, 'tags' | 'overdue'> & { storyId: number; overdue: number; tags: string };

export const noWorks: ReadonlyMap<number, Work> = new Map();

/** Times of reactions and who changed it last are not read. */
const worksSql = `
  SELECT story_id AS storyId, version, state, assignee, until_at AS untilAt, until_copies AS untilCopies, until_sources AS untilSources,
    reason, tone, notes, returned, overdue, changed_at AS changedAt,
    NULL AS seenArrival, NULL AS firstReactionAt, NULL AS closedAt, NULL AS changedBy,
    (SELECT json_group_array(tag_id) FROM story_tags tagged
     WHERE tagged.story_id = story_work.story_id AND tagged.client_id = story_work.client_id) AS tags
  FROM story_work WHERE client_id = ?1 AND story_id IN (SELECT value FROM json_each(?2))`;

/** By story, of those that have any. */
export function readWorks(db: DatabaseSync, clientId: string, stories: readonly { storyId: number }[]) {
  const ids = JSON.stringify(stories.map(({ storyId }) => storyId));
  const rows = db.prepare(worksSql).all(clientId, ids) as StoredWork[];
  return new Map(
    rows.map(({ storyId, overdue, tags, ...work }): [number, Work] => [
      storyId,
      { ...work, overdue: overdue === 1, tags: JSON.parse(tags) },
    ]),
  );
}
