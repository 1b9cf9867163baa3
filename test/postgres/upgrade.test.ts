// Proves: query-language#stored-phrases
/** A database of version 1.0.0 is brought to this version. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { type Migration, migrations } from '../../server/backend/store/postgres/migrations/index.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';

const { folder, remove } = makeTemporaryFolder();
afterAll(remove);

test('searches of version 1.0.0 keep their meaning, and the journal lists the rewritten ones', async () => {
  const serverUrl = process.env.TEST_POSTGRES_URL ?? '';
  const admin = new pg.Client({ connectionString: `${serverUrl}postgres` });
  await admin.connect();
  const name = `u${randomUUID().replaceAll('-', '')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const newer = (migrations as Migration[]).splice(28);
  const open = () => openPostgresStore(serverUrl + name, { connections: 2, replicaFolder: folder });
  try {
    const old = await open();
    await old.close();
    const db = new pg.Client({ connectionString: serverUrl + name });
    await db.connect();
    await db.query(`
      INSERT INTO clients (client_id, name, ipaddr, macaddr, email, phone, note, export_access, created_at,
          name_folded, search_text) VALUES ('client-1001', 'a', 'b', '00-1B-44-11-3A-B5', '', '', '', 'denied', 0, 'a', 'a');
      INSERT INTO words (text, text_folded, state, full_search) VALUES ('метро НЕ авария', 'метро не авария', 'ready', false),
        ('метро –авария', 'метро –авария', 'ready', false);
      INSERT INTO word_clients (word_id, client_id, shown_id, text) SELECT word_id, 'client-1001', word_id, text FROM words`);
    await db.end();
    (migrations as Migration[]).push(...newer);
    const store = await open();
    expect(await store.clients.ids('001B.4411.3AB5')).toEqual(['client-1001']);
    const words = await store.words.listOfClient('client-1001');
    expect(words.map(({ text }) => text)).toEqual(['метро – авария', 'метро не авария']);
    const { rows } = await store.journal.page({
      limit: 9,
      offset: 0,
      who: 'служба',
      action: 'word-changed',
      from: null,
      to: null,
    });
    expect(rows.map(({ who }) => who)).toEqual(['Служба', 'Служба']);
    await store.close();
  } finally {
    if (migrations.length === 28) (migrations as Migration[]).push(...newer);
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
});
