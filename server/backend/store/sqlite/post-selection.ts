/** Converts a scope to phrase IDs, row ID bounds and a parsed search, for the queries of posts. */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../search/query-tree.ts';
import { parseSearchQuery } from '../../search/search-query.ts';
import type { PostScope } from '../posts-store.ts';
import { boundPostId } from './post-id.ts';

/** Selects posts of `only` these phrases, or of all phrases `except` these. */
export type Words = { only: number[] } | { except: number[] };

/** `fromId` is included, `toId` is not. */
export type PostSelection = {
  words: Words;
  ownerId: number | null;
  cityId: number | null;
  query: SearchQuery | null;
  fromId: number | null;
  toId: number | null;
};

const readIds = (db: DatabaseSync, sql: string, ...params: (string | number)[]): number[] =>
  db
    .prepare(sql)
    .all(...params)
    .map((row) => Number(row.word_id));

/** Deleted phrases with posts. No query may return these posts. */
export const deletedWords = (db: DatabaseSync): number[] =>
  readIds(db, 'SELECT word_id FROM words WHERE deleted_at IS NOT NULL AND total_posts > 0');

/** The phrases whose posts the scope may see. */
export function selectWords(db: DatabaseSync, { clientId, wordId }: Pick<PostScope, 'clientId' | 'wordId'>): Words {
  if (clientId !== null) {
    const tracked = readIds(
      db,
      `SELECT word_id FROM word_clients JOIN words USING (word_id)
       WHERE client_id = ? AND deleted_at IS NULL AND total_posts > 0`,
      clientId,
    );
    return { only: wordId === null ? tracked : tracked.filter((id) => id === wordId) };
  }
  if (wordId === null) return { except: deletedWords(db) };
  return { only: readIds(db, 'SELECT word_id FROM words WHERE word_id = ? AND deleted_at IS NULL', wordId) };
}

/** Null when nothing can match: no visible phrase, or a text without a word. */
export function selectPosts(db: DatabaseSync, scope: PostScope): PostSelection | null {
  const text = scope.text?.trim() ?? '';
  const query = text === '' ? null : parseSearchQuery(text);
  if (text !== '' && query === null) return null;
  const words = selectWords(db, scope);
  if ('only' in words && words.only.length === 0) return null;
  return {
    words,
    ownerId: scope.ownerId,
    cityId: scope.cityId,
    query,
    fromId: scope.from === null ? null : boundPostId(scope.from),
    toId: scope.to === null ? null : boundPostId(scope.to),
  };
}
