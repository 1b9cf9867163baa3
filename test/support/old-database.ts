/** Databases of version 1.0.0, from test/fixtures. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { foldPostText } from '../../server/backend/rules/stories/folded-text.ts';
import { createPostIndexer } from '../../server/backend/store/sqlite/post-indexer.ts';
import { type ColumnName, idsPerChunk, selectRows } from '../../server/backend/store/sqlite/row-columns.ts';

export const readFixture = (engine: 'sqlite' | 'postgres'): string =>
  readFileSync(path.join(import.meta.dirname, `../fixtures/version-1-0.${engine}.sql`), 'utf8');

const packed = ['stories', 'arrivals', 'words', 'cities', 'owners'] as const satisfies ColumnName[];

/** As version 1.0.0 packed the columns of rows. */
function packRows(db: DatabaseSync): void {
  const save = db.prepare('INSERT OR REPLACE INTO row_columns VALUES (?, 1, ?, ?, ?, ?, ?, ?)');
  for (const { chunk } of db.prepare(`SELECT DISTINCT id / ${idsPerChunk} AS chunk FROM posts`).all()) {
    const condition = { sql: `posts WHERE id / ${idsPerChunk} = ?`, params: [Number(chunk)] };
    const { ids, ...columns } = selectRows(db, packed, condition);
    save.run(Number(chunk), ids, ...packed.map((name) => columns[name]));
  }
}

/** Adds copies of all posts to their stories, each a second after the one before. */
function addCopies(db: DatabaseSync, copies: number): void {
  db.function('own_key', (text) => foldPostText(text as string | null)?.key ?? null);
  db.exec(`
    CREATE TEMP TABLE more AS WITH RECURSIVE numbers (number) AS (
      SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${copies})
      SELECT posts.*, id AS old, number FROM posts, numbers;
    UPDATE more SET id = id + 1048576 * number, post_id = post_id + 10000 * number;
    INSERT INTO post_texts SELECT more.id, text, photo_url FROM more JOIN post_texts ON post_texts.id = old;
    INSERT INTO text_keys SELECT own_key(text), id FROM more JOIN post_texts USING (id) WHERE own_key(text) IS NOT NULL;
    ALTER TABLE more DROP COLUMN old;
    ALTER TABLE more DROP COLUMN number;
    INSERT INTO posts SELECT * FROM more;
    UPDATE stories SET rows = (SELECT count(*) FROM posts WHERE posts.story_id = stories.story_id);
    UPDATE words SET total_posts = (SELECT count(*) FROM posts WHERE posts.word_id = words.word_id)`);
  const index = createPostIndexer(db);
  for (const { id } of db.prepare('SELECT id FROM more').all()) index.touch(Number(id));
  index.write();
  packRows(db);
}

/** `copies`: of each post, with other IDs and the same text. */
export function placeOldDatabase(file: string, copies = 0): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  db.exec('PRAGMA journal_mode = WAL; BEGIN');
  db.exec(readFixture('sqlite'));
  if (copies > 0) addCopies(db, copies);
  db.exec('COMMIT');
  db.close();
}

/** The data that an operator would miss: accounts, phrases, posts with their texts, and who tracks what. */
export function readKept(file: string): unknown[][] {
  const db = new DatabaseSync(file, { readOnly: true });
  const tables = [
    'SELECT client_id, name, password_hash FROM clients ORDER BY client_id',
    'SELECT word_id, words.text, total_posts FROM words ORDER BY word_id',
    'SELECT word_id, client_id FROM word_clients ORDER BY id',
    'SELECT owner_id, post_id, word_id, user_id, text FROM posts JOIN post_texts USING (id) ORDER BY id',
    'SELECT owner_id, name FROM owners ORDER BY owner_id',
    'SELECT user_id, name FROM users ORDER BY user_id',
  ];
  try {
    return tables.map((sql) => db.prepare(sql).all());
  } finally {
    db.close();
  }
}
