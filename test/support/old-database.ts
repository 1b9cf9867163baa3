/** Databases of earlier versions of the program, from test/fixtures. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../server/backend/store/sqlite/migrations/index.ts';

/** The first schema, one in the middle, and the one before the last released. */
export const oldVersions = [2, 15, 23] as const;

/** An empty database in memory, after this many migrations. */
export function openVersion(version: number): DatabaseSync {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  db.function('stem_text', (text) => String(text));
  for (const migration of migrations.slice(0, version)) {
    if (typeof migration === 'string') db.exec(migration);
    else migration(db, () => {});
  }
  return db;
}

/** `copies`: how often each post is stored, with different IDs and the same text. */
export function placeOldDatabase(file: string, version: (typeof oldVersions)[number], copies = 1): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(readFileSync(path.join(import.meta.dirname, `../fixtures/version-${version}.sql`), 'utf8'));
  if (copies > 1) {
    db.exec(`
      CREATE TEMP TABLE more AS WITH RECURSIVE numbers (number) AS (
        SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${copies - 1})
        SELECT posts.*, id AS old, number FROM posts, numbers;
      UPDATE more SET id = id + 1048576 * number, post_id = post_id + 10000 * number;
      INSERT INTO post_texts SELECT more.id, text, photo_url FROM more JOIN post_texts ON post_texts.id = old;
      ALTER TABLE more DROP COLUMN old;
      ALTER TABLE more DROP COLUMN number;
      INSERT INTO posts SELECT * FROM more;
      DROP TABLE more;
      UPDATE words SET total_posts = (SELECT count(*) FROM posts WHERE posts.word_id = words.word_id)`);
  }
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
