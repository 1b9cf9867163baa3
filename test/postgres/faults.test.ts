/** Faults of the server and of connections: clear errors, and recovery without a restart. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { DatabaseError } from '../../server/backend/store/database-error.ts';
import { firstVersion } from '../../server/backend/store/postgres/schema-1-0/index.ts';
import { start } from '../support/collection-store.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { openTestStore, type TestStore, testDatabaseUrl } from '../support/test-store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-faults-'));
afterAll(() => rmSync(folder, { recursive: true }));
let fixture: TestStore;
let admin: pg.Client;
beforeEach(async () => {
  fixture = await openTestStore();
  admin = new pg.Client({ connectionString: testDatabaseUrl() });
  await admin.connect();
});
afterEach(async () => {
  await admin.end();
  await fixture.close();
});

const endConnections = () =>
  admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

async function startError(url: string): Promise<string> {
  const error = await openPostgresStore(url, { replicaFolder: folder }).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(DatabaseError);
  return (error as Error).message;
}

describe('the start fails with one line and without the password', () => {
  test('when no server listens', async () => {
    const message = await startError('postgres://ldvk:hunter2@127.0.0.1:1/ldvk');
    expect(message).toBe(
      'Cannot use the database 127.0.0.1:1/ldvk: it cannot be reached. Start the server, or check DATABASE_URL and the network.',
    );
  });

  test('when the database does not exist', async () => {
    const url = new URL(testDatabaseUrl());
    url.pathname = '/missing';
    url.password = 'hunter2';
    expect(await startError(url.href)).toMatch(
      /^Cannot use the database [^@]+\/missing: the database does not exist\./,
    );
  });

  test('when a new database has an encoding without all characters', async () => {
    await admin.query("CREATE DATABASE cyrillic ENCODING 'WIN1251' LOCALE 'C' TEMPLATE template0");
    const url = new URL(testDatabaseUrl());
    url.pathname = '/cyrillic';
    expect(await startError(url.href)).toBe(
      "The database has the encoding WIN1251. Create it with ENCODING 'UTF8' TEMPLATE template0.",
    );
    await admin.query('DROP DATABASE cyrillic');
  });

  test('when a newer program has migrated the database', async () => {
    await admin.query('INSERT INTO schema_versions VALUES (99, now())');
    expect(await startError(testDatabaseUrl())).toMatch(/^The database has a newer version \(99\)/);
  });
});

test('two processes that start together migrate an empty database once', async () => {
  await admin.query('DROP SCHEMA public CASCADE');
  await admin.query('CREATE SCHEMA public');
  const stores = await Promise.all(
    [1, 2, 3].map(() => openPostgresStore(testDatabaseUrl(), { replicaFolder: folder })),
  );
  const { rows } = await admin.query('SELECT count(*)::int AS versions, max(version) AS newest FROM schema_versions');
  expect(rows[0].versions).toBe(rows[0].newest - firstVersion + 1);
  for (const store of stores) await store.close();
});

test('lost connections are replaced', async () => {
  const { store } = fixture;
  await store.cities.save([{ cityId: 1, name: 'Орёл', country: null }]);
  await endConnections();
  const names = async () =>
    (await store.cities.list({ clientId: null, contains: '', limit: 1 })).map(({ name }) => name);
  expect(await names()).toEqual(['Орёл']);
});

test('a transaction whose connection is lost changes nothing, and the next one works', async () => {
  const { store } = fixture;
  const broken = store.transaction(async ({ cities }) => {
    await cities.save([{ cityId: 1, name: 'Орёл', country: null }]);
    await endConnections();
    await cities.save([{ cityId: 2, name: 'Омск', country: null }]);
  });
  const error = await broken.catch((fault: unknown) => fault);
  expect(store.faultOf(error)).toMatch(/Cannot use the database/);
  await store.transaction(({ cities }) => cities.save([{ cityId: 3, name: 'Томск', country: null }]));
  expect(await store.cities.list({ clientId: null, contains: '', limit: 9 })).toMatchObject([{ cityId: 3 }]);
});

test('a server that only reads fails the check, names the fault, and recovers', async () => {
  const { store } = fixture;
  await admin.query(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
  );
  await endConnections();
  // On a busy machine a check may end before the server answers.
  const checkFault = async () => store.faultOf(await store.check().catch((fault: unknown) => fault)) ?? '';
  await expectSoon(checkFault).toMatch(/: it is read-only\./);
  expect(await store.clients.list(start)).toEqual([]);
  await admin.query('SET default_transaction_read_only = off');
  await admin.query(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$",
  );
  await endConnections();
  await expectSoon(checkFault).toBe('');
});

test('a transaction that conflicts with another is repeated', async () => {
  let tries = 0;
  await fixture.store.transaction(async ({ cities }) => {
    tries += 1;
    await cities.save([{ cityId: tries, name: 'Орёл', country: null }]);
    if (tries < 3) throw Object.assign(new Error('could not serialize access'), { code: '40001' });
  });
  expect(await fixture.store.cities.list({ clientId: null, contains: '', limit: 9 })).toMatchObject([{ cityId: 3 }]);
});

test('phrases that four processes claim at the same time are claimed once each', async () => {
  const clientId = await fixture.createClient();
  const wordIds = [];
  for (let count = 0; count < 12; count += 1) wordIds.push(await fixture.createWord(clientId));
  const stores = [fixture.store, await fixture.openAnother(), await fixture.openAnother(), await fixture.openAnother()];
  const claims = Array.from({ length: 16 }, (_, index) => fixture.claimId(start, stores[index % 4]));
  const claimed = (await Promise.all(claims)).filter((wordId) => wordId !== null);
  expect(claimed.toSorted((a, b) => a - b)).toEqual(wordIds);
});
