/** Tells which rows are the first of their posts, for sums in which a post counts once, whatever its phrases. */
import type { DatabaseSync } from 'node:sqlite';
import { copyOfPost } from '../store/sqlite/post-indexer.ts';
import { readArrays } from '../store/sqlite/sql.ts';
import { type ResolvedFilter, selectAll } from './filters.ts';
import type { IdRange } from './list-cache.ts';
import { listByIndex } from './row-queries.ts';
import { hasTerm } from './search-expression.ts';

/** The posts of the range with several phrases, by row ID. */
function readSharedPosts(db: DatabaseSync, selection: ResolvedFilter, { fromId, toId }: IdRange): Map<number, string> {
  const listed = listByIndex(db, { ...selectAll(selection), fromId, toId }, hasTerm(copyOfPost));
  const ids = [...listed.between(listed.fromId, listed.toId)];
  const sql = `SELECT posts.id, owner_id || ' ' || post_id FROM json_each(?) AS wanted JOIN posts ON posts.id = wanted.value`;
  return new Map(readArrays<[number, string]>(db, sql, [JSON.stringify(ids)]));
}

/** Returns a function that tells of each row whether no row before it was of the same post. Call it once for each row of the range. */
export function createFirstRowTest(
  db: DatabaseSync,
  selection: ResolvedFilter,
  range: IdRange,
): (id: number) => boolean {
  const shared = readSharedPosts(db, selection, range);
  const met = new Set<string>();
  return (id) => {
    const post = shared.get(id);
    if (post === undefined) return true;
    const isFirst = !met.has(post);
    met.add(post);
    return isFirst;
  };
}
