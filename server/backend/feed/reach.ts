/** Reads the figures of posts, and how they compare with the usual of their sources. */
import type { DatabaseSync } from 'node:sqlite';
import { type Figures, ratioOf, type Usual, usualViews } from '../rules/measures.ts';
import { secondOfPostId } from '../store/post-id.ts';
import type { Reach } from '../store/posts-store.ts';
import { ageOfFlags, type Rows } from '../store/sqlite/row-columns.ts';
import { automaticStories } from './own-stories.ts';
import { readChunks } from './row-columns.ts';

const noFigures: Figures = { views: null, likes: null, reposts: null, comments: null };

/** Of a post that was never measured. */
export const unknownReach: Reach = { ...noFigures, measuredAt: null, usual: null, ratio: null, measures: [] };

const reachSql = `
  SELECT posts.id, facts.views, facts.likes, facts.reposts, facts.comments, facts.measured_at AS measuredAt,
    usual.edge_at AS edgeAt, usual.edge_views AS edgeViews, usual.pivot, usual.below, usual.equal, usual.above, usual.outside,
    (SELECT json_group_array(json_object('age', age, 'at', at, 'views', views, 'likes', likes, 'reposts', reposts,
       'comments', comments)) FROM (
       SELECT * FROM post_measures m WHERE m.owner_id = posts.owner_id AND m.post_id = posts.post_id ORDER BY age)) AS measures
  FROM json_each(?) AS wanted
  JOIN posts ON posts.id = wanted.value
  JOIN post_facts facts ON facts.owner_id = posts.owner_id AND facts.post_id = posts.post_id
  LEFT JOIN source_usuals usual ON usual.owner_id = posts.owner_id AND usual.age = facts.views_age`;

type Stored = Figures & { id: number; measuredAt: number | null; measures: string } & {
  [Name in keyof Usual]: Usual[Name] | null;
};

const toUsual = ({ edgeAt, edgeViews, pivot, below, equal, above, outside }: Stored): Usual | null =>
  edgeAt === null ? null : ({ edgeAt, edgeViews, pivot, below, equal, above, outside } as Usual);

function toReach(stored: Stored): Reach {
  const { id, views, likes, reposts, comments, measuredAt, measures } = stored;
  const figures = { views, likes, reposts, comments, measuredAt, measures: JSON.parse(measures) };
  if (views === null) return { ...figures, usual: null, ratio: null };
  const [viewed, usual] = [{ at: secondOfPostId(id), views }, toUsual(stored)];
  return { ...figures, usual: usualViews(viewed, usual), ratio: ratioOf(viewed, usual) };
}

/** By row ID. Rows of posts without figures are missing. */
export const readReach = (db: DatabaseSync, ids: readonly number[]): ReadonlyMap<number, Reach> =>
  new Map((db.prepare(reachSql).all(JSON.stringify(ids)) as Stored[]).map((stored) => [stored.id, toReach(stored)]));

type StoredUsual = Usual & { ownerId: number; age: number };

/** All usuals, by source and age. */
function readUsuals(db: DatabaseSync): ReadonlyMap<number, ReadonlyMap<number, Usual>> {
  const rows = db
    .prepare(
      `SELECT owner_id AS ownerId, age, edge_at AS edgeAt, edge_views AS edgeViews, pivot, below, equal, above, outside
       FROM source_usuals`,
    )
    .all() as StoredUsual[];
  const byOwner = new Map<number, Map<number, Usual>>();
  for (const { ownerId, age, ...usual } of rows) {
    const ofOwner = byOwner.get(ownerId);
    if (ofOwner) ofOwner.set(age, usual);
    else byOwner.set(ownerId, new Map([[age, usual]]));
  }
  return byOwner;
}

/** The columns from which ratios are computed. */
export const ratioColumns = ['owners', 'views', 'flags'] as const;
export type RatioRows = Rows<(typeof ratioColumns)[number]>;

/** Returns a function that computes the ratio of a row of packed columns. */
export function createRatios(db: DatabaseSync) {
  const usuals = readUsuals(db);
  return (rows: RatioRows, row: number): number | null => {
    const views = (rows.views[row] ?? 0) - 1;
    const age = ageOfFlags(rows.flags[row] ?? 0);
    if (views < 0 || age === undefined) return null;
    const usual = usuals.get(rows.owners[row] ?? 0)?.get(age) ?? null;
    return usual && ratioOf({ at: secondOfPostId(rows.ids[row] ?? 0), views }, usual);
  };
}

/** The IDs of all rows with at least this ratio, ascending. */
export function listByRatio(db: DatabaseSync, least: number): Float64Array {
  const ratioAt = createRatios(db);
  const ids: number[] = [];
  for (const rows of readChunks(db, automaticStories, ratioColumns)) {
    for (let row = 0; row < rows.ids.length; row += 1) {
      if ((ratioAt(rows, row) ?? 0) >= least) ids.push(rows.ids[row] ?? 0);
    }
  }
  return Float64Array.from(ids);
}
