import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createCollectionStore } from '../../collection.ts';
import { createWordsStore } from '../../words.ts';
import { createConnection } from '../connection.ts';
import { openDatabase } from '../database.ts';
import { createPostEngine } from '../posts.ts';
import { core, livePhrases, posts } from './001-004.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows of version 3: an active, a frozen and a deleted phrase, and a post of the first. */
const oldRows = `
  INSERT INTO clients (client_id, name, ipaddr, macaddr, created_at) VALUES ('client-1001', 'a', 'b', 'c', 0);
  INSERT INTO words (text, text_folded, state, total_posts, update_dt, deleted_at) VALUES
    ('Метро', 'метро', 'ready', 1, 7, NULL), ('станция', 'станция', 'freeze', 0, NULL, NULL), ('мост', 'мост', 'ready', 0, NULL, 5);
  INSERT INTO word_clients (word_id, client_id) VALUES (1, 'client-1001'), (2, 'client-1001'), (3, 'client-1001');
  INSERT INTO posts VALUES (1048576, -7, 1, 1, 1, 0, NULL);
  INSERT INTO post_texts VALUES (1048576, 'Станции метро', NULL);
  INSERT INTO post_search (rowid, text, terms) VALUES (1048576, 'станц метр', 'all w1 on7');
`;

test('a database of version 3 keeps its rows, and its active phrases are due', async () => {
  const file = path.join(folder, 'old.sqlite');
  const old = new DatabaseSync(file);
  old.function('stem_text', (text) => String(text));
  old.exec(`${core}; ${posts}; ${livePhrases}; ${oldRows}; PRAGMA user_version = 3`);
  old.close();

  const db = openDatabase(file);
  const connection = createConnection(db);
  const words = createWordsStore(connection);
  const collection = createCollectionStore(connection, createPostEngine(db, connection));
  const now = 1_000_000;
  const texts = (await words.list()).map(({ text, state, totalPosts, updateDt }) => [
    text,
    state,
    totalPosts,
    updateDt,
  ]);
  expect(texts).toEqual([
    ['станция', 'freeze', 0, null],
    ['Метро', 'ready', 1, 7],
  ]);
  expect(await collection.phrase(1, now)).toMatchObject({ nextRunAt: now, stored: 1, found: null, lastRun: null });
  await collection.setKeys('collector', ['key'], now);
  expect((await words.list()).map(({ state }) => state)).toEqual(['freeze', 'pending']);
  const options = { now, leaseMs: 1, urgentOnly: false };
  expect(await collection.claim(options)).toMatchObject({ wordId: 1, text: 'Метро' });
  expect(await collection.claim(options)).toBeNull();
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  db.close();
});
