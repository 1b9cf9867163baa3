// Proves: clients#many-clients, query-language#stored-phrases, query-language#two-alphabets
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { factoriesOf } from '../../../../../test/support/collection-store.ts';
import { openVersion } from '../../../../../test/support/old-database.ts';
import { newPost } from '../../../../../test/support/seed-posts.ts';
import { automaticStories } from '../../../feed/own-stories.ts';
import { readChunks } from '../../../feed/row-columns.ts';
import { openStore } from '../../../open-store.ts';
import { describeEvent } from '../../../rules/journal/describe.ts';
import { noFilters } from '../../posts-store.ts';
import { firstColumns, packRows } from '../row-columns.ts';
import { version11 } from './038-version-1-1.ts';

test('searches of version 1.0.0 keep their meaning, and the journal says what the service has rewritten', () => {
  const db = openVersion(37);
  db.exec(`
    INSERT INTO clients (client_id, name, ipaddr, macaddr, phone, created_at)
      VALUES ('client-1001', 'a', 'b', '00-1B-44-11-3A-B5', '8 916 123-45-67', 0);
    INSERT INTO words (text, text_folded) VALUES ('метро НЕ авария', 'метро не авария'), ('метро –авария', 'метро –авария'),
      ('метро -авария', 'метро -авария');
    INSERT INTO word_clients (word_id, client_id, shown_id, text) SELECT word_id, 'client-1001', word_id, text FROM words;
    INSERT INTO views (account, name, query, created_at) VALUES ('client-1001', 'a', '?text=%E2%88%92%D0%B1', 0)`);
  version11(db, () => {});
  const texts = ['метро не авария', 'метро – авария', 'метро -авария'];
  const list = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  expect(list('SELECT text, text_folded FROM words ORDER BY word_id')).toEqual(texts.map((text) => [text, text]));
  expect(list('SELECT text FROM word_clients ORDER BY word_id').flat()).toEqual(texts);
  expect(list('SELECT query FROM views')).toEqual([['?text=%E2%88%92+%D0%B1']]);
  const [[searched]] = list('SELECT search_text FROM clients') as [[string]];
  expect(searched.split('\n')).toEqual(expect.arrayContaining(['001b44113ab5', '79161234567', '89161234567']));
  const records = list('SELECT who, action, event FROM journal ORDER BY record_id');
  expect(records.map(([who, action, event]) => [who, action, describeEvent(JSON.parse(String(event)))])).toEqual([
    ['Служба', 'word-changed', expect.stringContaining('метро не авария')],
    ['Служба', 'word-changed', expect.stringContaining('метро – авария')],
  ]);
  db.close();
});

test('posts of version 1.0.0 with a photo that browsers may show are found by it', () => {
  const db = openVersion(37);
  db.exec(`
    INSERT INTO words (text, text_folded) VALUES ('метро', 'метро');
    INSERT INTO posts (id, owner_id, post_id, word_id, user_id, update_dt)
      VALUES (1, -1, 1, 1, 1, 0), (2, -1, 2, 1, 1, 0), (3, -1, 3, 1, 1, 0), (${2 ** 36}, -1, 4, 1, 1, 0);
    INSERT INTO post_texts (id, photo_url)
      VALUES (1, NULL), (2, 'https://vk.com/a.jpg'), (3, 'javascript:alert(1)'), (${2 ** 36}, 'http://vk.com/b.jpg')`);
  packRows(db, firstColumns);
  const parts: number[] = [];
  version11(db, (part) => void parts.push(part));
  expect([...readChunks(db, automaticStories, ['flags'])].map(({ flags }) => [...flags])).toEqual([[0, 1, 0], [1]]);
  expect(parts).toEqual([0.5, 1]);
  db.close();
});

test('stored words of two alphabets are found after the start, and no other entries of the index are written', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-respelled-'));
  const file = path.join(folder, 'ldvk.sqlite');
  let store = openStore(file);
  const { createClient, createWord } = factoriesOf(store);
  const wordId = await createWord(await createClient(), { text: 'спорт' });
  const texts = ['Матч ЦCKA', 'Матч ЦСКА', 'Журнал СберPrime'];
  await store.posts.save(texts.map((text, index) => newPost({ wordId, ownerId: -1, postId: index + 1, text })));
  await store.close();
  const db = new DatabaseSync(file);
  const rows = db.prepare('SELECT id FROM posts ORDER BY post_id').all();
  const replace = db.prepare("INSERT OR REPLACE INTO post_search (rowid, text, terms) VALUES (?, ?, 'all')");
  for (const [index, text] of ['матч цcka', 'стар'].entries()) replace.run(Number(rows[index]?.id), text);
  db.exec('INSERT INTO post_search_respell SELECT max(id) + 1 FROM posts');
  db.close();

  store = openStore(file);
  const count = (text: string) =>
    store.posts.count({ type: 'admin', adminId: 1, username: 'admin' }, { ...noFilters, text });
  expect([await count('ЦСКА'), await count('ЦCKA'), await count('старый')]).toEqual([0, 0, 1]);
  expect(await store.posts.countOutdated()).toBe(3);
  while ((await store.posts.catchUp()) > 0);
  expect([await count('ЦСКА'), await count('ЦCKA'), await count('старый')]).toEqual([1, 1, 1]);
  expect(await store.posts.countOutdated()).toBe(0);
  await store.close();
  rmSync(folder, { recursive: true });
});
