import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createAtomFeeds } from '../../atom-feeds.ts';
import { createConnection } from '../connection.ts';
import { openDatabase } from '../database.ts';
import { migrations } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the views of a database of version 7 have feeds for their accounts and the clients that they are shared with', async () => {
  const file = path.join(folder, 'old.sqlite');
  const old = new DatabaseSync(file);
  old.function('stem_text', (text) => String(text));
  for (const migration of migrations.slice(0, 7)) {
    if (typeof migration === 'string') old.exec(migration);
    else migration(old, () => {});
  }
  old.exec(`
    INSERT INTO views (account, client_id, name, query, created_at) VALUES
      ('admin:1', 'client-1001', 'Общий', '', 0), ('client:client-1001', NULL, 'Свой', '', 0);
    PRAGMA user_version = 7`);
  old.close();

  const db = openDatabase(file);
  const alerts = createAtomFeeds(createConnection(db));
  const titles = async (account: string) => (await alerts.feeds(account)).map(({ title }) => title);
  expect([await titles('admin:1'), await titles('client:client-1001')]).toEqual([['Общий'], ['Общий', 'Свой']]);
  expect(db.prepare('SELECT DISTINCT nonce FROM atom_feeds').all()).toHaveLength(3);
  db.close();
});
