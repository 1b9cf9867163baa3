import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../database.ts';
import { readChunks } from '../row-stories.ts';
import { migrations } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first and the last row of a chunk, the first one of the next, and one much later. */
const [first, last, next, late] = [2 ** 36, 2 ** 37 - 1, 2 ** 37, 2 ** 50];
const oldRows = `
  INSERT INTO words (text, text_folded, total_posts) VALUES ('метро', 'метро', 4);
  INSERT INTO stories VALUES (1, 3, 0), (2, 1, 0);
  INSERT INTO posts VALUES (${first}, -7, 1, 1, 1, 9, NULL, 1, 19700101), (${last}, -7, 2, 1, 1, 9, NULL, 2, 19700101),
    (${next}, -7, 3, 1, 1, 9, 3, 1, 19700102), (${late}, -7, 4, 1, 1, 9, NULL, 1, 20040101);
  INSERT INTO copies VALUES (${first}, 1, NULL), (${next}, 1, ${first}), (${late}, 1, ${next});
  INSERT INTO post_days VALUES (0, 19700101, 2);
`;

test('a database of version 8 gets the packed stories of its rows, and keeps the rows', () => {
  const file = path.join(folder, 'old.sqlite');
  const old = new DatabaseSync(file);
  old.function('stem_text', (text) => String(text));
  for (const migration of migrations.slice(0, 8)) {
    if (typeof migration === 'string') old.exec(migration);
    else migration(old, () => {});
  }
  old.exec(`${oldRows}; PRAGMA user_version = 8`);
  old.close();

  const db = openDatabase(file);
  const chunks = [...readChunks(db, 0, Number.MAX_SAFE_INTEGER)].map((pairs) => [...pairs]);
  expect(chunks).toEqual([
    [first, 1, last, 2],
    [next, 1],
    [late, 1],
  ]);
  expect([...readChunks(db, last, late)].map((pairs) => [...pairs])).toEqual([[last, 2], [next, 1], []]);
  expect(db.prepare('SELECT id, city_id FROM posts WHERE story_id = 1 ORDER BY id').all()).toMatchObject([
    { id: first, city_id: null },
    { id: next, city_id: 3 },
    { id: late, city_id: null },
  ]);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  db.close();
});
