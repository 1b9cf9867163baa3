/** Whether the search index can compile a search: its parser has a stack of a fixed size. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { parseSearchQuery } from '../rules/search/search-query.ts';
import { UnsearchableError } from '../store/unsearchable-error.ts';
import { hasTerm, matchExpression } from './search-terms.ts';

/** SQLite's result code of an expression that FTS5 rejects. */
const rejected = 1;

let compile: StatementSync | null = null;

/** An empty index of the same kind, in memory: compiling waits neither for the disk nor for a search copy. */
function compiler(): StatementSync {
  if (compile) return compile;
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE post_search USING fts5(text, terms, content = '', tokenize = 'ascii')");
  compile = db.prepare('SELECT rowid FROM post_search WHERE post_search MATCH ?');
  return compile;
}

/** Compiled as during a reindexing, with terms as the filters of the feed add them. Throws an `UnsearchableError`. */
export function checkQuery(query: SearchQuery): void {
  try {
    compiler().all(
      matchExpression(query, 0, [hasTerm('w1', 'w2'), hasTerm('o1'), hasTerm('c1')], [hasTerm('u1', 'u2')]),
    );
  } catch (error) {
    if ((error as { errcode?: number }).errcode === rejected) throw new UnsearchableError();
    throw error;
  }
}

export function isSearchable(text: string): boolean {
  const query = parseSearchQuery(text);
  try {
    if (query) checkQuery(query);
    return true;
  } catch (error) {
    if (error instanceof UnsearchableError) return false;
    throw error;
  }
}
