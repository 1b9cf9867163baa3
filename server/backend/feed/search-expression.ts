/** FTS5 expressions that match posts in the search index (store/sqlite/post-indexer.ts). */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import * as messages from '../../../shared/messages.ts';
import { AppError } from '../../platform/app-error.ts';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { parseSearchQuery } from '../rules/search/search-query.ts';
import { storyWords } from '../rules/stories/folded-text.ts';
import { currentForm, everyPost } from '../store/sqlite/post-indexer.ts';

/** Matches any of the terms. */
export const hasTerm = (...terms: string[]): string => `terms : (${terms.map((term) => `"${term}"`).join(' OR ')})`;

/** Quoting is safe, because stems consist of letters and digits only. */
const hasPhrase = (stems: readonly string[]): string => `text : "${stems.join(' ')}"`;

/** What has to match, and what must not. */
type Condition = { all: SearchQuery[]; none: SearchQuery[] };

function conditionOf(query: SearchQuery): Condition {
  const parts = query.kind === 'all' ? query.parts : [query];
  return {
    all: parts.filter(({ kind }) => kind !== 'not'),
    none: parts.flatMap((part) => (part.kind === 'not' ? [part.part] : [])),
  };
}

function combine(all: readonly string[], none: readonly string[]): string {
  const found = all.length === 0 ? hasTerm(everyPost) : all.join(' AND ');
  return none.length === 0 ? found : `(${found}) NOT (${none.join(' OR ')})`;
}

/** Matches posts whose stems match the query. */
function hasStems(query: SearchQuery): string {
  if (query.kind === 'phrase') return hasPhrase(query.stems);
  if (query.kind === 'any') return `(${query.parts.map(hasStems).join(' OR ')})`;
  const { all, none } = conditionOf(query);
  return `(${combine(all.map(hasStems), none.map(hasStems))})`;
}

/** The stems that stories keep are the former ones of the index. */
function withFormerStems(query: SearchQuery): SearchQuery {
  if (query.kind === 'phrase') return { ...query, stems: storyWords(query.text).map(({ stem }) => stem) };
  if (query.kind === 'not') return { ...query, part: withFormerStems(query.part) };
  return { ...query, parts: query.parts.map(withFormerStems) };
}

/** Matches posts that match the query, each by the stems that its entry has. `reindexed`: see `readReindexed`. */
export function hasQuery(query: SearchQuery, reindexed: number | null): string {
  if (reindexed === null) return hasStems(query);
  const isCurrent = hasTerm(currentForm);
  return `((${hasStems(query)} AND ${isCurrent}) OR (${hasStems(withFormerStems(query))} NOT ${isCurrent}))`;
}

/** Matches posts that match the query and have all `wanted` terms, without those that have `unwanted` terms. */
export function matchExpression(
  query: SearchQuery | null,
  reindexed: number | null,
  wanted: string[],
  unwanted: string[],
): string {
  if (query && reindexed !== null) return combine([hasQuery(query, reindexed), ...wanted], unwanted);
  const { all, none } = query ? conditionOf(query) : { all: [], none: [] };
  return combine([...all.map(hasStems), ...wanted], [...none.map(hasStems), ...unwanted]);
}

/** The search index cannot compile a search that the grammar allows. */
export class UnsearchableError extends AppError {
  override name = 'UnsearchableError';

  constructor() {
    super(400, messages.queryTooDeep);
  }
}

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
