import type { DatabaseSync } from 'node:sqlite';
import { changesOfVersion11 } from '../schema/changes-1-1.ts';
import { rewriteClients, type StoredClient, storedClients } from '../schema/stored-clients.ts';
import { rewriteSearches, type StoredSearches, storedSearches } from '../schema/stored-searches.ts';
import { placed, sqliteDialect } from './dialect.ts';
import { packColumn } from './row-columns.ts';

/**
 * `post_search_respell` has one row while entries of posts with an ID below `below` may have words of two alphabets
 * (rules/search/look-alikes.ts). They are replaced while the service runs (catch-up.ts).
 */
const respelling = [
  'DROP TABLE post_search_reindex',
  'DROP TABLE IF EXISTS unarranged_posts',
  'CREATE TABLE post_search_respell (below INTEGER NOT NULL) STRICT',
  'INSERT INTO post_search_respell SELECT id + 1 FROM posts ORDER BY id DESC LIMIT 1',
];

/** Further packed columns of rows. */
const columns = ['views', 'flags', 'audiences'] as const;
const addColumns = columns.map((name) => `ALTER TABLE row_columns ADD COLUMN ${name} BLOB NOT NULL DEFAULT x''`);

/** 038. */
export function version11(db: DatabaseSync, report: (part: number) => void): void {
  const changes = changesOfVersion11({ types: sqliteDialect.types, textTable: 'post_texts' });
  for (const sql of [...changes, ...respelling, ...addColumns]) db.exec(sql);
  for (const [index, name] of columns.entries())
    packColumn(db, name, (part) => report((index + part) / columns.length));
  const { words, links, views, waiting } = storedSearches;
  const list = (sql: string) => db.prepare(sql).all();
  const clients = list(storedClients) as StoredClient[];
  const stored = {
    words: list(words),
    links: list(links),
    views: list(views),
    waiting: list(waiting),
  } as StoredSearches;
  for (const [sql, ...values] of [...rewriteSearches(stored), ...rewriteClients(clients)])
    db.prepare(sql).run(placed(values));
}
