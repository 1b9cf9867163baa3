import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runPostQuery } from '../../../feed/post-queries.ts';
import { noFilters, type PostScope } from '../../posts-store.ts';
import { createWordsStore } from '../../words.ts';
import { createConnection } from '../connection.ts';
import { openDatabase } from '../database.ts';
import { core, posts } from './001-004.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Rows of version 2: post 1 with a deleted phrase and, as a copy, with another phrase. */
const oldRows = `
  INSERT INTO clients (client_id, name, ipaddr, macaddr, created_at) VALUES ('client-1001', 'a', 'b', 'c', 0);
  INSERT INTO words (text, text_folded, total_posts, deleted_at) VALUES ('Метро', 'метро', 2, 5), ('станция', 'станция', 1, NULL);
  INSERT INTO word_clients (word_id, client_id) VALUES (1, 'client-1001'), (2, 'client-1001');
  INSERT INTO posts VALUES (1048576, -7, 1, 1, 1, 0, 3, 0), (1048577, -7, 1, 2, 1, 0, NULL, 1), (1048578, 7, 2, 1, 1, 0, NULL, 0);
  INSERT INTO post_texts VALUES (1048576, 'Станции метро', NULL), (1048577, 'Станции метро', NULL), (1048578, NULL, NULL);
  INSERT INTO post_search (rowid, text, terms) VALUES (1048577, 'станц метр', 'all w2 on7 copy');
`;

test('a database of version 2 keeps its phrases, links and posts, and its live counts are corrected', async () => {
  const file = path.join(folder, 'old.sqlite');
  const old = new DatabaseSync(file);
  old.exec(`${core}; ${posts}; ${oldRows}; PRAGMA user_version = 2`);
  old.close();

  const db = openDatabase(file);
  const words = createWordsStore(createConnection(db));
  const count = (filters: Partial<PostScope>) =>
    runPostQuery(db, { name: 'count', values: [{ ...noFilters, ...filters }] });
  const countMatching = () => runPostQuery(db, { name: 'countMatching', values: ['метро'] });
  expect(await words.get(1)).toMatchObject({
    text: 'Метро',
    deletedAt: expect.any(Number),
    totalPosts: 2,
    clients: ['client-1001'],
  });
  expect(await words.get(2)).toMatchObject({ text: 'станция', deletedAt: null, clients: ['client-1001'] });
  expect(countMatching()).toBe(1);
  expect(count({ text: 'метро' })).toBe(1);

  expect(await words.update(1, { deleted: false })).toMatchObject({ outcome: 'updated' });
  expect(countMatching()).toBe(1);
  expect(count({ text: 'метро' })).toBe(2);
  expect(count({ wordId: 1, ownerId: -7, cityId: 3 })).toBe(1);
  expect(count({ wordId: 1, ownerId: 7 })).toBe(1);

  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(() => db.exec("INSERT INTO word_clients (word_id, client_id) VALUES (99, 'client-1001')")).toThrow();
  expect(() => db.exec("INSERT INTO words (text, text_folded) VALUES ('МЕТРО', 'метро')")).toThrow();
  db.close();
});
