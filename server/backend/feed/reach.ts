/** Reads the figures of posts, and how they compare with the usual of their sources. */
import type { DatabaseSync } from 'node:sqlite';
import { type MeasureAge, measureAges } from '../../../shared/rules/measures.ts';
import { type Figures, ratioOf, type Usual, usualViews } from '../rules/measures.ts';
import { secondOfPostId } from '../store/post-id.ts';
import type { Reach } from '../store/posts-store.ts';
import { numberOfAge, type Rows } from '../store/sqlite/row-columns.ts';
import { readArrays, readNumber } from '../store/sqlite/sql.ts';
import { automaticStories } from './own-stories.ts';
import { ownerKeys, readChunks } from './row-columns.ts';

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

const agesPerOwner = measureAges.length + 1;

/** By dense key of the source and age. */
type Usuals = readonly Usual[];

function readUsuals(db: DatabaseSync): Usuals {
  const sql = `SELECT owner_id, age, edge_at, edge_views, pivot, below, equal, above, outside FROM source_usuals`;
  type Values = [ownerId: number, age: MeasureAge, ...usual: number[], outside: number | null];
  const rows = readArrays<Values>(db, sql, []);
  const keys = ownerKeys.keysOf(Float64Array.from(rows, ([ownerId]) => ownerId));
  const usuals: Usual[] = [];
  for (const [index, [, age, edgeAt, edgeViews, pivot, below, equal, above, outside]] of rows.entries()) {
    const place = (keys[index] ?? 0) * agesPerOwner + measureAges.indexOf(age) + 1;
    usuals[place] = { edgeAt, edgeViews, pivot, below, equal, above, outside } as Usual;
  }
  return usuals;
}

/** With the version of the database that they were read from. Reading those of 20,000 sources takes 30 ms. */
const kept = new WeakMap<DatabaseSync, { version: number; usuals: Usuals }>();

/** `PRAGMA data_version` changes with every commit of another connection; the feed's connections only read. */
function findUsuals(db: DatabaseSync): Usuals {
  const version = readNumber(db, 'PRAGMA data_version');
  const known = kept.get(db);
  if (known?.version === version) return known.usuals;
  const usuals = readUsuals(db);
  kept.set(db, { version, usuals });
  return usuals;
}

/** The columns from which ratios are computed. */
export const ratioColumns = ['owners', 'views', 'flags'] as const;
export type RatioRows = Rows<(typeof ratioColumns)[number]>;

/** Returns a function that computes the ratios of the rows of a chunk: of the row at a place. */
export function createRatios(db: DatabaseSync) {
  const usuals = findUsuals(db);
  return ({ ids, owners, views, flags }: RatioRows) => {
    const keys = ownerKeys.keysOf(owners);
    return (row: number): number | null => {
      const usual = usuals[(keys[row] ?? 0) * agesPerOwner + numberOfAge(flags[row] ?? 0)];
      const viewed = (views[row] ?? 0) - 1;
      return usual === undefined || viewed < 0
        ? null
        : ratioOf({ at: secondOfPostId(ids[row] ?? 0), views: viewed }, usual);
    };
  };
}

/** The IDs of all rows with at least this ratio, ascending. */
export function listByRatio(db: DatabaseSync, least: number): Float64Array {
  const ratiosOf = createRatios(db);
  const ids: number[] = [];
  for (const rows of readChunks(db, automaticStories, ratioColumns)) {
    const ratioAt = ratiosOf(rows);
    for (let row = 0; row < rows.ids.length; row += 1) {
      if ((ratioAt(row) ?? 0) >= least) ids.push(rows.ids[row] ?? 0);
    }
  }
  return Float64Array.from(ids);
}
