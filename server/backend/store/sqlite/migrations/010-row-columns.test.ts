import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { automaticStories } from '../../../feed/own-stories.ts';
import { readChunks } from '../../../feed/row-columns.ts';
import { openDatabase } from '../database.ts';
import { migrations } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first and the last row of a chunk, the first one of the next, and one much later. */
const [first, last, next, late] = [2 ** 36, 2 ** 37 - 1, 2 ** 37, 2 ** 50];
const oldRows = `
  ALTER TABLE posts ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE copies (id INTEGER PRIMARY KEY, story_id INTEGER NOT NULL, previous INTEGER) STRICT;
  CREATE TABLE post_days (word_id INTEGER, day INTEGER, posts INTEGER) STRICT;
  INSERT INTO words (text, text_folded, total_posts) VALUES ('метро', 'метро', 4);
  INSERT INTO stories VALUES (1, 3, 0), (2, 1, 0);
  INSERT INTO posts VALUES (${first}, -7, 1, 1, 1, 9, NULL, 1, 19700101), (${last}, -7, 2, 1, 1, 9, NULL, 2, 19700101),
    (${next}, -7, 3, 1, 1, 9, 3, 1, 19700102), (${late}, -7, 4, 1, 1, 9, NULL, 1, 20040101);
  INSERT INTO copies VALUES (${first}, 1, NULL), (${next}, 1, ${first}), (${late}, 1, ${next});
  INSERT INTO post_days VALUES (0, 19700101, 2);
`;

test('a database of version 8 gets arrival numbers and the packed columns of its rows, and keeps the rows', () => {
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
  const read = (...range: number[]) => [
    ...readChunks(db, automaticStories, ['stories', 'arrivals', 'words', 'cities', 'owners'], ...range),
  ];
  const [one, two] = [Uint32Array.of(1), Uint32Array.of(1, 2)];
  const row = { stories: one, arrivals: one, words: one, owners: Float64Array.of(-7) };
  const both = { words: Uint32Array.of(1, 1), cities: Uint32Array.of(0, 0), owners: Float64Array.of(-7, -7) };
  expect(read()).toEqual([
    { ids: Float64Array.of(first, last), stories: two, arrivals: two, ...both },
    { ids: Float64Array.of(next), ...row, cities: Uint32Array.of(3) },
    { ids: Float64Array.of(late), ...row, cities: Uint32Array.of(0) },
  ]);
  expect(read(last, late).map(({ ids }) => [...ids])).toEqual([[last], [next]]);
  expect(db.prepare('SELECT id, city_id, arrival FROM posts ORDER BY id').all()).toMatchObject([
    { id: first, city_id: null, arrival: 1 },
    { id: last, city_id: null, arrival: 2 },
    { id: next, city_id: 3, arrival: 1 },
    { id: late, city_id: null, arrival: 1 },
  ]);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  db.close();
});
