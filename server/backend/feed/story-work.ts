/** Work of a client on stories (store/work.ts), for the queries of posts: of the rows of a page, and as filters. */
import type { DatabaseSync } from 'node:sqlite';
import type { WorkStateFilter } from '../../../shared/rules/work.ts';
import { hourMs } from '../../platform/durations.ts';
import { spikeLimit } from '../rules/alerts/conditions.ts';
import { noWork, type Work } from '../rules/work.ts';
import { boundPostId, timeOfPostId } from '../store/post-id.ts';
import type { PostScope } from '../store/posts-store.ts';
import { allOf, type Condition, readArrays } from '../store/sqlite/sql.ts';
import { isOfStories } from './own-stories.ts';
import { packedIds, unpackIds } from './packed-ids.ts';

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

const equals = (column: string, value: number | string | null): Condition => ({
  sql: `${column} IS ?`,
  params: [value],
});

const isHidden: Condition = { sql: 'hidden = 1', params: [] };

const ofState = (state: WorkStateFilter): Condition => {
  if (state === 'returned') return { sql: 'returned > 0', params: [] };
  if (state === 'overdue') return { sql: 'overdue = 1', params: [] };
  if (state === 'hidden') return isHidden;
  if (state === 'open') return { sql: "state IN ('new', 'in-progress', 'postponed')", params: [] };
  return equals('state', state);
};

type WorkFilters = Pick<PostScope, 'state' | 'assignee' | 'tag' | 'tone'>;

/** Conditions on rows of `story_work`. */
const workConditions = ({ state, assignee, tone }: WorkFilters): Condition[] => [
  ...(state === null || state === 'any' ? [] : [ofState(state)]),
  ...(assignee === null ? [] : [equals('assignee', assignee === 'none' ? null : assignee)]),
  ...(tone === null ? [] : [equals('tone', tone === 'none' ? null : tone)]),
];

/** Whether the filters accept a story of which nothing is stored. */
const acceptUntouched = ({ state, assignee, tag, tone }: WorkFilters): boolean =>
  (state === null || state === 'any' || state === 'new' || state === 'open') &&
  (assignee === null || assignee === 'none') &&
  (tone === null || tone === 'none') &&
  tag === null;

/**
 * The stories that the filters by work select, or those that they leave out (`areOut`) when they select all of which nothing is stored.
 * Null without such filters, and for administrators, who have no work.
 */
export function listByWork(db: DatabaseSync, scope: PostScope): { stories: Float64Array; areOut: boolean } | null {
  const { clientId, tag } = scope;
  const conditions = workConditions(scope);
  if (clientId === null || (conditions.length === 0 && tag === null)) return null;
  const areOut = acceptUntouched(scope);
  const { sql, params } = allOf(conditions);
  const worked = `story_work WHERE client_id = ?1 AND ${areOut ? 'NOT ' : ''}(${sql})`;
  // A tag has fewer stories than the client.
  const join = conditions.length === 0 ? '' : ' CROSS JOIN story_work USING (client_id, story_id)';
  const tagged = `story_tags${join} WHERE client_id = ?1 AND tag_id = ? AND ${sql}`;
  const list = `SELECT ${packedIds('story_id')} AS ids FROM ${tag === null ? worked : tagged}`;
  const row = db.prepare(list).get(clientId, ...(tag === null ? [] : [tag]), ...params);
  return { stories: unpackIds(row?.ids as Uint8Array | null), areOut };
}

/** The stories that rules have hidden from the client; none for a scope that asks for them. */
export function listHidden(db: DatabaseSync, { clientId, state }: PostScope): Float64Array {
  if (clientId === null || state === 'hidden' || state === 'any') return unpackIds(null);
  const sql = `SELECT ${packedIds('story_id')} AS ids FROM story_work WHERE client_id = ? AND ${isHidden.sql}`;
  return unpackIds((db.prepare(sql).get(clientId)?.ids ?? null) as Uint8Array | null);
}
