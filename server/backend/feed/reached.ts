/**
 * Rows that have reached what an alert rule waits for: views, a ratio, an edit or a deletion. A rule keeps the arrivals of the
 * rows that it knows as marks (store/marks.ts), because a row keeps its arrival in every story.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type FactCondition, isOfStories } from '../rules/alerts/conditions.ts';
import { hasBit, placesOf } from '../rules/bits.ts';
import { ratioOf, type Usual } from '../rules/measures.ts';
import { secondOfPostId } from '../store/post-id.ts';
import {
  type FeedFilter,
  type KnownRows,
  type Reached,
  type ReachedRow,
  type Viewing,
  withFilters,
} from '../store/posts-store.ts';
import { listNumbers, readArrays } from '../store/sqlite/sql.ts';
import { findReading } from './earlier-stories.ts';
import type { OwnStories } from './own-stories.ts';
import { readStories } from './read-marks.ts';
import { maskWithout } from './row-mask.ts';
import { scanColumns } from './row-sources.ts';

/** The filter of the view together with the fact. */
function factFilter({ views, ratio }: FeedFilter, { condition, least }: FactCondition): Partial<FeedFilter> {
  if (condition === 'views') return { views: Math.max(views ?? 0, least) };
  return condition === 'ratio' ? { ratio: Math.max(ratio ?? 0, least) } : { [condition]: true };
}

type FoundRow = { id: number; arrival: number; storyId: number };

/** The rows of the view that have the fact, in the order of their IDs. */
function listRows(db: DatabaseSync, own: OwnStories, viewing: Viewing, fact: FactCondition): FoundRow[] {
  const reading = findReading(db, own, withFilters(viewing, factFilter(viewing.filter, fact)));
  if (reading === null) return [];
  const { selection, hiddenStories } = reading;
  const found: FoundRow[] = [];
  for (const [rows, passed] of scanColumns(db, selection, ['stories', 'arrivals'])) {
    const mask = maskWithout(rows.stories, hiddenStories, passed);
    const places = mask && placesOf(mask);
    for (let index = 0; index < (places ?? rows.ids).length; index += 1) {
      const row = places?.[index] ?? index;
      found.push({ id: rows.ids[row] ?? 0, arrival: rows.arrivals[row] ?? 0, storyId: rows.stories[row] ?? 0 });
    }
  }
  return found;
}

/** A measure of a row; `at` null: its time is unknown. The last known one of a post has no age here. */
type Measured = { id: number; at: number | null; views: number; usual: Usual | null };

const usualColumns = 'edge_at, edge_views, pivot, below, equal, above, outside';

/** The stored measures of the rows: those of each age, and the latest. */
function readMeasures(db: DatabaseSync, ids: readonly number[]): Measured[] {
  const source = (name: string, age: string) =>
    `json_each(?1) AS wanted JOIN posts ON posts.id = wanted.value
     JOIN ${name} measured ON measured.owner_id = posts.owner_id AND measured.post_id = posts.post_id
     LEFT JOIN source_usuals usual ON usual.owner_id = posts.owner_id AND usual.age = measured.${age}`;
  const columns = (at: string) =>
    `posts.id, measured.${at}, measured.views, ${usualColumns.replaceAll(/\w+/g, 'usual.$&')}`;
  const sql = `SELECT ${columns('at')} FROM ${source('post_measures', 'age')} WHERE measured.views IS NOT NULL
    UNION ALL SELECT ${columns('measured_at')} FROM ${source('post_facts', 'views_age')} WHERE measured.views IS NOT NULL`;
  type Values = [id: number, at: number | null, views: number, edgeAt: number | null, ...rest: number[]];
  return readArrays<Values>(db, sql, [JSON.stringify(ids)]).map(([id, at, views, edgeAt, ...rest]) => {
    const [edgeViews = 0, pivot = 0, below = 0, equal = 0, above = 0, outside = null] = rest;
    return {
      id,
      at,
      views,
      usual: edgeAt === null ? null : { edgeAt, edgeViews, pivot, below, equal, above, outside },
    };
  });
}

/** The times of the first stored measure with the value, by row ID; 0 when it is unknown. */
function timesOfMeasures(db: DatabaseSync, ids: readonly number[], { condition, least }: FactCondition) {
  const times = new Map<number, number>();
  for (const { id, at, views, usual } of readMeasures(db, ids)) {
    const value = condition === 'views' ? views : ratioOf({ at: secondOfPostId(id), views }, usual);
    if ((value ?? 0) < least) continue;
    times.set(id, Math.min(at ?? 0, times.get(id) ?? Number.POSITIVE_INFINITY));
  }
  return times;
}

const factColumns = { edited: 'changed_at', deleted: 'deleted_at' } as const;

function timesOfFacts(db: DatabaseSync, ids: readonly number[], column: string): Map<number, number> {
  const sql = `SELECT posts.id, facts.${column} FROM json_each(?) AS wanted JOIN posts ON posts.id = wanted.value
    JOIN post_facts facts ON facts.owner_id = posts.owner_id AND facts.post_id = posts.post_id`;
  return new Map(readArrays<[number, number]>(db, sql, [JSON.stringify(ids)]));
}

function timesOf(db: DatabaseSync, ids: readonly number[], fact: FactCondition): ReadonlyMap<number, number> {
  const { condition } = fact;
  return condition === 'edited' || condition === 'deleted'
    ? timesOfFacts(db, ids, factColumns[condition])
    : timesOfMeasures(db, ids, fact);
}

/** Adds the posts of the rows, and when they reached the value. */
function describeRows(db: DatabaseSync, rows: readonly FoundRow[], fact: FactCondition): ReachedRow[] {
  const ids = rows.map(({ id }) => id);
  const sql = `SELECT posts.id, owner_id, post_id FROM json_each(?) AS wanted JOIN posts ON posts.id = wanted.value`;
  const posts = new Map(
    readArrays<[number, number, number]>(db, sql, [JSON.stringify(ids)]).map(([id, ...post]) => [id, post]),
  );
  const times = timesOf(db, ids, fact);
  return rows.map(({ id, storyId }) => {
    const [ownerId = 0, postId = 0] = posts.get(id) ?? [];
    return { storyId, ownerId, postId, at: times.get(id) ?? 0 };
  });
}

const isKnownRule = (db: DatabaseSync, account: string): boolean =>
  db.prepare('SELECT 1 FROM marks WHERE account = ? LIMIT 1').get(account) !== undefined;

/** The rows of posts of which something was noticed later. */
const listLater = (db: DatabaseSync, since: number): number[] =>
  listNumbers(
    db,
    `SELECT posts.id FROM post_facts facts JOIN posts USING (owner_id, post_id)
     WHERE max(coalesce(measured_at, 0), coalesce(changed_at, 0), coalesce(deleted_at, 0)) > ?`,
    since,
  );

/** The rows of posts that have no row with one of these arrivals. */
function withoutKnownPosts(db: DatabaseSync, rows: readonly ReachedRow[], known: Uint8Array): ReachedRow[] {
  const find = db.prepare('SELECT arrival FROM posts WHERE owner_id = ? AND post_id = ?');
  return rows.filter(
    ({ ownerId, postId }) => !find.all(ownerId, postId).some(({ arrival }) => hasBit(known, Number(arrival))),
  );
}

/**
 * `arrivals`: of all rows that have the fact and that the rule does not know yet. `rows`: those of them that it reports, because
 * they reached it after `since`: of stories without a row that had it before, or of posts.
 */
export function listReached(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  fact: FactCondition,
  { account, since }: KnownRows,
): Reached {
  const rows = listRows(db, own, viewing, fact);
  const known = readStories(db, account);
  const fresh = rows.filter(({ arrival }) => !hasBit(known, arrival));
  if (fresh.length === 0) return { arrivals: [], rows: [] };
  const later = isKnownRule(db, account) ? null : new Set(listLater(db, since));
  const candidates = later === null ? fresh : fresh.filter(({ id }) => later.has(id));
  const arrivals = fresh.map(({ arrival }) => arrival);
  const described = describeRows(db, candidates, fact);
  const reached = described.filter(({ at }) => at > since);
  if (!isOfStories(fact.condition)) return { arrivals, rows: withoutKnownPosts(db, reached, known) };
  const isCandidate = new Set(candidates.map(({ id }) => id));
  const told = new Set([
    ...rows.filter(({ id }) => !isCandidate.has(id)).map(({ storyId }) => storyId),
    ...described.filter(({ at }) => at <= since).map(({ storyId }) => storyId),
  ]);
  return { arrivals, rows: reached.filter(({ storyId }) => !told.has(storyId)) };
}

/** All rows that have the fact. */
export const listFactRows = (db: DatabaseSync, own: OwnStories, viewing: Viewing, fact: FactCondition): ReachedRow[] =>
  describeRows(db, listRows(db, own, viewing, fact), fact);
