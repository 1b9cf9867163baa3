/** Work of a client on stories (store/work.ts), for the queries of posts: of the rows of a page, and as filters. */
import type { DatabaseSync } from 'node:sqlite';
import type { WorkStateFilter } from '../../../shared/rules/work.ts';
import type { Work } from '../rules/work.ts';
import type { PostScope } from '../store/posts-store.ts';
import { allOf, type Condition } from '../store/sqlite/sql.ts';
import { packedIds, unpackIds } from './packed-ids.ts';

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

const equals = (column: string, value: number | string | null): Condition => ({
  sql: `${column} IS ?`,
  params: [value],
});

const ofState = (state: WorkStateFilter): Condition => {
  if (state === 'returned') return { sql: 'returned > 0', params: [] };
  if (state === 'overdue') return { sql: 'overdue = 1', params: [] };
  if (state === 'open') return { sql: "state IN ('new', 'in-progress', 'postponed')", params: [] };
  return equals('state', state);
};

type WorkFilters = Pick<PostScope, 'state' | 'assignee' | 'tag' | 'tone'>;

/** Conditions on rows of `story_work`. */
function workConditions({ state, assignee, tag, tone }: WorkFilters, clientId: string): Condition[] {
  const tagged = 'story_id IN (SELECT story_id FROM story_tags WHERE client_id = ? AND tag_id = ?)';
  return [
    ...(state === null ? [] : [ofState(state)]),
    ...(assignee === null ? [] : [equals('assignee', assignee === 'none' ? null : assignee)]),
    ...(tone === null ? [] : [equals('tone', tone === 'none' ? null : tone)]),
    ...(tag === null ? [] : [{ sql: tagged, params: [clientId, tag] }]),
  ];
}

/** Whether the filters accept a story of which nothing is stored. */
const acceptUntouched = ({ state, assignee, tag, tone }: WorkFilters): boolean =>
  (state === null || state === 'new' || state === 'open') &&
  (assignee === null || assignee === 'none') &&
  (tone === null || tone === 'none') &&
  tag === null;

/**
 * The stories that the filters by work select, or those that they leave out (`areOut`) when they select all of which nothing is stored.
 * Null without such filters, and for administrators, who have no work.
 */
export function listByWork(db: DatabaseSync, scope: PostScope): { stories: Float64Array; areOut: boolean } | null {
  const { clientId } = scope;
  const conditions = clientId === null ? [] : workConditions(scope, clientId);
  if (clientId === null || conditions.length === 0) return null;
  const areOut = acceptUntouched(scope);
  const { sql, params } = allOf(conditions);
  const list = `SELECT ${packedIds('story_id')} AS ids FROM story_work WHERE client_id = ? AND ${areOut ? 'NOT ' : ''}(${sql})`;
  const row = db.prepare(list).get(clientId, ...params);
  return { stories: unpackIds(row?.ids as Uint8Array | null), areOut };
}
