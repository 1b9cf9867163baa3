// Proves: clients#many-clients, query-language#stored-phrases, query-language#two-alphabets
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { placeOldDatabase, readFixture } from '../../../../test/support/old-database.ts';
import { viewing } from '../../../../test/support/viewing.ts';
import { createFaultLog } from '../../../platform/fault-log.ts';
import { automaticStories } from '../../feed/own-stories.ts';
import { readChunks } from '../../feed/row-columns.ts';
import { startCatchUp } from '../../jobs/background.ts';
import { openStore } from '../../open-store.ts';
import { describeEvent } from '../../rules/journal/describe.ts';
import { schema10 } from './schema-1-0/index.ts';
import { version11 } from './version-1-1.ts';

/** A database of version 1.0.0 in memory. */
function openFirst(sql: string): DatabaseSync {
  const db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false });
  db.exec(sql);
  return db;
}

test('searches of version 1.0.0 keep their meaning, and the journal says what the service has rewritten', () => {
  const db = openFirst(schema10);
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
  const db = openFirst(readFixture('sqlite'));
  const photos = [null, 'https://vk.com/a.jpg', 'javascript:alert(1)', 'http://vk.com/b.jpg'];
  const change = db.prepare('UPDATE post_texts SET photo_url = ? WHERE id = ?');
  const ids = db.prepare('SELECT id FROM posts ORDER BY id').all();
  for (const [index, { id }] of ids.entries()) change.run(photos[index % photos.length] ?? null, Number(id));
  const parts: number[] = [];
  version11(db, (part) => void parts.push(part));
  const flags = [...readChunks(db, automaticStories, ['flags'])].flatMap((chunk) => [...chunk.flags]);
  expect(flags).toEqual(ids.map((_, index) => index % 2));
  // Three columns of five chunks.
  expect(parts.map((part) => Math.round(part * 15))).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  db.close();
});

test('stored words of two alphabets are found after the start, and no other entries of the index are written', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-respelled-'));
  const file = path.join(folder, 'ldvk.sqlite');
  placeOldDatabase(file, 50);
  const db = new DatabaseSync(file);
  const mixed = db.prepare("SELECT id FROM posts JOIN post_texts USING (id) WHERE text LIKE '%ЦCKA%'").all();
  const replace = db.prepare('INSERT OR REPLACE INTO post_search (rowid, text, terms) VALUES (?, ?, ?)');
  for (const { id } of mixed) replace.run(Number(id), 'матч цcka у станц метр', 'all');
  replace.run(
    Number(
      db.prepare("SELECT min(id) AS id FROM posts JOIN post_texts USING (id) WHERE text LIKE 'Ремонт%'").get()?.id,
    ),
    'стар',
    'all',
  );
  db.exec('UPDATE words SET deleted_at = NULL');
  db.close();

  const store = openStore(file);
  const count = (text: string) =>
    store.posts.count({ type: 'admin', adminId: 1, username: 'admin' }, viewing({ text }));
  const total = 24 * 51;
  expect([await count('ЦСКА'), await count('ЦCKA'), await count('старый')]).toEqual([0, 0, 1]);
  expect(await store.posts.countOutdated()).toBe(total);
  const logged: string[] = [];
  const logger = { info: (_: unknown, text: string) => void logged.push(text) } as never;
  const pauses: (() => void)[] = [];
  const work = startCatchUp({
    store,
    faults: createFaultLog({ faultOf: store.faultOf, logger }),
    logger,
    pause: () => new Promise<void>((resolve) => void pauses.push(resolve)),
  });
  while ((await store.posts.countOutdated()) > 0) {
    pauses.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const left = new DatabaseSync(file, { readOnly: true });
  expect(left.prepare('SELECT * FROM post_search_respell').all()).toEqual([]);
  left.close();
  pauses.shift()?.();
  await work.close();
  expect(await store.posts.catchUp()).toBe(0);
  const progress = 'stored posts are brought up to date: progress';
  expect(logged).toEqual(['stored posts are brought up to date', progress, progress]);
  expect([await count('ЦСКА'), await count('ЦCKA'), await count('старый')]).toEqual([204, 204, 1]);
  await store.close();
  rmSync(folder, { recursive: true });
});
