import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../open-store.ts';
import { collection, core, livePhrases, posts } from './001-004.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows of version 4: post 1 with two phrases, 2 with an equal text, 3 a repost of 4, and 5 alone, a day later in Moscow. */
const oldRows = `
  INSERT INTO words (text, text_folded, total_posts) VALUES ('метро', 'метро', 5), ('станция', 'станция', 1);
  INSERT INTO posts VALUES (0, -7, 1, 1, 1, 9, 3), (1, -7, 1, 2, 1, 9, 3), (2, -8, 2, 1, 1, 9, NULL),
    (3, 7, 3, 1, -2, 9, NULL), (4, 7, 4, 1, 1, 9, NULL), (${75_600 * 2 ** 20}, 7, 5, 1, 1, 9, NULL);
  INSERT INTO post_texts VALUES (0, 'Станция метро', NULL), (1, 'Станция метро', NULL), (2, 'станция метро!', NULL),
    (3, 'Мнение', NULL), (4, 'Метро закрыто', NULL), (${75_600 * 2 ** 20}, NULL, NULL);
  INSERT INTO post_facts (owner_id, post_id, is_ad, repost_owner_id, repost_post_id) VALUES (7, 3, 0, 7, 4);
`;

test('a database of version 4 gets stories and index terms of its posts after the start', async () => {
  const file = path.join(folder, 'old.sqlite');
  const old = new DatabaseSync(file);
  old.function('stem_text', (text) => String(text));
  old.exec(`${core}; ${posts}; ${livePhrases}; ${collection}; ${oldRows}; PRAGMA user_version = 4`);
  old.close();

  const store = openStore(file);
  expect(await store.posts.countOutdated()).toBe(18);
  while ((await store.posts.catchUp()) > 0);
  await store.close();
  const db = new DatabaseSync(file);
  const rows = db.prepare('SELECT post_id, story_id FROM posts ORDER BY id').all();
  const stories = rows.map(({ story_id }) => story_id);
  expect([stories[1], stories[2], stories[4]]).toEqual([stories[0], stories[0], stories[3]]);
  expect(new Set(stories).size).toBe(3);
  expect(db.prepare('SELECT rows FROM stories ORDER BY story_id').all()).toMatchObject([
    { rows: 3 },
    { rows: 2 },
    { rows: 1 },
  ]);
  const rowsWith = (term: string) =>
    db.prepare('SELECT rowid FROM post_search WHERE post_search MATCH ?').all(`terms : ${term}`).length;
  expect(['copy', 'un2', 'w2', 'all'].map(rowsWith)).toEqual([2, 1, 1, 6]);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  db.close();
});
