/** The work of a client on the stories of a page (store/work.ts). */
import type { DatabaseSync } from 'node:sqlite';
import { hourMs } from '../../platform/durations.ts';
import { spikeLimit } from '../rules/alerts/conditions.ts';
import { noWork, type Work } from '../rules/work.ts';
import { boundPostId, timeOfPostId } from '../store/post-id.ts';
import { allOf, readArrays } from '../store/sqlite/sql.ts';
import { isOfStories } from './own-stories.ts';

type StoredWork = Omit<Work, 'tags' | 'overdue' | 'hidden'> & {
  storyId: number;
  overdue: number;
  hidden: number;
  tags: string;
};

type ShownWork = Work & { growing: boolean };

export const noWorks: ReadonlyMap<number, ShownWork> = new Map();

/** Times of reactions and who changed it last are not read. */
const worksSql = `
  SELECT story_id AS storyId, version, state, assignee, until_at AS untilAt, until_copies AS untilCopies, until_sources AS untilSources,
    reason, tone, notes, returned, overdue, hidden, changed_at AS changedAt,
    NULL AS seenArrival, NULL AS firstReactionAt, NULL AS closedAt, NULL AS changedBy,
    (SELECT json_group_array(tag_id) FROM story_tags tagged
     WHERE tagged.story_id = story_work.story_id AND tagged.client_id = story_work.client_id) AS tags
  FROM story_work WHERE client_id = ?1 AND story_id IN (SELECT value FROM json_each(?2))`;

const windowMs = 6 * hourMs;
/** Earlier windows, with which the last one is compared. */
const baselineWindows = 8;

/** The stories with a spike of rows of the client in the last window, by the baseline of alerts (rules/alerts/conditions.ts). */
function findGrowing(db: DatabaseSync, clientId: string, stories: readonly number[], now: number): Set<number> {
  const from = boundPostId(now - (baselineWindows + 1) * windowMs);
  const { sql, params } = allOf([
    ...isOfStories('posts.story_id', stories),
    { sql: 'id >= ? AND +word_id IN (SELECT word_id FROM word_clients WHERE client_id = ?)', params: [from, clientId] },
  ]);
  const rows = readArrays<[number, number]>(db, `SELECT story_id, id FROM posts WHERE ${sql}`, params);
  const growing = new Set<number>();
  for (const [story, found] of Map.groupBy(rows, ([id]) => id)) {
    const counts = Array.from({ length: baselineWindows + 1 }, () => 0);
    for (const [, id] of found) {
      const window = Math.max(Math.floor((now - timeOfPostId(id)) / windowMs), 0);
      counts[window] = (counts[window] ?? 0) + 1;
    }
    const [last = 0, ...earlier] = counts;
    if (last >= spikeLimit(earlier).limit) growing.add(story);
  }
  return growing;
}

/** By story, of those that have any or grow. Stories with one row need not be asked for. */
export function readWorks(
  db: DatabaseSync,
  clientId: string,
  stories: readonly { storyId: number; isCopy: number }[],
  now: number,
): ReadonlyMap<number, ShownWork> {
  const idsOf = (list: typeof stories) => [...new Set(list.map(({ storyId }) => storyId))];
  const rows = db.prepare(worksSql).all(clientId, JSON.stringify(idsOf(stories))) as StoredWork[];
  const growing = findGrowing(db, clientId, idsOf(stories.filter(({ isCopy }) => isCopy === 1)), now);
  const works = new Map<number, ShownWork>([...growing].map((storyId) => [storyId, { ...noWork, growing: true }]));
  for (const { storyId, overdue, hidden, tags, ...work } of rows) {
    const flags = { overdue: overdue === 1, hidden: hidden === 1, growing: growing.has(storyId) };
    works.set(storyId, { ...work, ...flags, tags: JSON.parse(tags) });
  }
  return works;
}
