// Proves: query-language#stored-phrases
/** A database of version 1.0.0 is brought to this version, and an older one is refused. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { latestVersion } from '../../server/backend/store/postgres/migrations.ts';
import { firstVersion } from '../../server/backend/store/postgres/schema-1-0/index.ts';
import * as messages from '../../shared/messages.ts';
import { readFixture } from '../support/old-database.ts';
import { makeTemporaryFolder, runToEnd } from '../support/server-process.ts';

const serverUrl = process.env.TEST_POSTGRES_URL ?? '';
const { folder, remove } = makeTemporaryFolder();
const admin = new pg.Client({ connectionString: `${serverUrl}postgres` });
const names: string[] = [];
beforeAll(() => admin.connect());
afterAll(async () => {
  for (const name of names) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await admin.end();
  remove();
});

const open = (url: string) => openPostgresStore(url, { connections: 2, replicaFolder: folder });

/** Runs the statements on one connection. Returns the rows of the last one. */
async function query(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let rows: Record<string, unknown>[] = [];
  for (const sql of statements) ({ rows } = await client.query(sql));
  await client.end();
  return rows;
}

/** Returns the address of a new database, in which the statements were run. */
async function createDatabase(...statements: string[]): Promise<string> {
  const name = `u${randomUUID().replaceAll('-', '')}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  names.push(name);
  await query(serverUrl + name, ...statements);
  return serverUrl + name;
}

/** Columns, constraints, indexes, triggers, functions and counters, as text. */
const schemaSql = `
  SELECT format('%s.%s %s: %s %s %s %s %s', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
    attcollation::regcollation, pg_get_expr(adbin, adrelid)) AS line
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g')
  FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT format('%s: %s %s', sequencename, start_value, data_type) FROM pg_sequences WHERE schemaname = 'public'
  ORDER BY 1`;
const readSchema = async (url: string) => (await query(url, schemaSql)).map(({ line }) => line);
const readVersion = async (url: string) =>
  (await query(url, 'SELECT max(version) AS version FROM schema_versions'))[0]?.version;

test('a new database has the schema of one that version 1.0.0 made', async () => {
  const [created, updated] = [await createDatabase(), await createDatabase(readFixture('postgres'))];
  for (const url of [created, updated]) await (await open(url)).close();
  expect(await readSchema(created)).toEqual(await readSchema(updated));
  expect([await readVersion(created), await readVersion(updated)]).toEqual([latestVersion(), latestVersion()]);
});

test('searches of version 1.0.0 keep their meaning, and the journal lists the rewritten ones', async () => {
  const url = await createDatabase(
    readFixture('postgres'),
    `UPDATE clients SET macaddr = '00-1B-44-11-3A-B5' WHERE client_id = 'client-1001';
     INSERT INTO words (text, text_folded, state, full_search) VALUES ('метро НЕ авария', 'метро не авария', 'ready', false),
       ('метро –авария', 'метро –авария', 'ready', false);
     INSERT INTO word_clients (word_id, client_id, shown_id, text) SELECT word_id, 'client-1001', word_id, text FROM words
       WHERE text LIKE 'метро%'`,
  );
  const store = await open(url);
  expect(await store.clients.ids('001B.4411.3AB5')).toEqual(['client-1001']);
  const words = await store.words.listOfClient('client-1001');
  expect(words.map(({ text }) => text)).toEqual(['метро – авария', 'метро не авария', 'станция метро']);
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
});

test('a database older than 1.0.0 ends the console and the commands with one line, and stays as it is', async () => {
  const url = await createDatabase(
    readFixture('postgres'),
    `DELETE FROM schema_versions WHERE version > ${firstVersion - 1}`,
  );
  const before = await readSchema(url);
  await expect(open(url)).rejects.toThrow(messages.olderSchema);
  const environment = { DATA_DIR: folder, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'fatal' };
  const runs: [bundle: string, ...args: string[]][] = [
    ['main.js'],
    ['migrate-store.js', '--to', url],
    ['migrate-store.js', '--from', url, '--to', `${folder}/new.sqlite`],
  ];
  for (const [bundle, ...args] of runs) {
    const { code, lines } = await runToEnd(bundle, environment, ...args);
    expect([bundle, code, lines]).toEqual([bundle, 1, [expect.stringContaining(messages.olderSchema)]]);
  }
  expect([await readSchema(url), await readVersion(url)]).toEqual([before, firstVersion - 1]);
});
