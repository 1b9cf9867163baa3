// Proves: clients#many-clients
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClientsStore } from '../../clients.ts';
import { createConnection } from '../connection.ts';
import { openDatabase } from '../database.ts';
import { clientLists } from './005-024.ts';
import { migrations } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migration-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('existing clients are found by name, and get their last sign-in from sessions and the journal', async () => {
  const file = path.join(folder, 'old.sqlite');
  const version = migrations.indexOf(clientLists);
  const old = new DatabaseSync(file);
  old.function('stem_text', (text) => String(text));
  for (const migration of migrations.slice(0, version)) {
    if (typeof migration === 'string') old.exec(migration);
    else migration(old, () => {});
  }
  const record = 'INSERT INTO journal (at, who, who_folded, action, object, address) VALUES';
  old.exec(`
    INSERT INTO clients (client_id, name, ipaddr, macaddr, created_at) VALUES
      ('client-1001', 'Ёлка', '', '', 0), ('client-1002', 'Берёза', '', '', 0), ('client-1003', 'Ива', '', '', 0);
    INSERT INTO sessions (client_id, created_at, used_at, ends_at) VALUES ('client-1001', 5, 5, 9);
    ${record} (3, 'client-1001', '', 'sign-in', '', ''), (7, 'client-1002', '', 'sign-in', '', '');
    ${record} (8, 'client-1002', '', 'sign-out', '', '');
    PRAGMA user_version = ${version}`);
  old.close();

  const db = openDatabase(file);
  const query = { orderBy: 'name', orderDirection: 'ASC', limit: 9, offset: 0 } as const;
  const { rows } = await createClientsStore(createConnection(db)).page({ search: '', ...query }, 0);
  expect(rows.map(({ name, signedInAt }) => [name, signedInAt])).toEqual([
    ['Берёза', 7],
    ['Ёлка', 5],
    ['Ива', null],
  ]);
  expect(await createClientsStore(createConnection(db)).ids('елка')).toEqual(['client-1001']);
  db.close();
});
