/** The drill of an upgrade with real processes: the console answers during the update, kills are survived, and the way back is open. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { makeTokens } from '../../server/backend/resources/auth/sessions.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { migrations } from '../../server/backend/store/sqlite/migrations/index.ts';
import { schemaVersion } from '../../server/backend/store/sqlite/sql.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { deriveStories, readStories } from '../support/derived-stories.ts';
import { placeOldDatabase, readKept } from '../support/old-database.ts';
import {
  type Environment,
  makeTemporaryFolder,
  runToEnd,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';

const { folder, remove } = makeTemporaryFolder();
afterAll(remove);
const file = path.join(folder, databaseFileName);
const secret = 'a-secret-of-the-tests-that-is-long-enough';
const environment = { DATA_DIR: folder, SESSION_SECRET: secret, PORT: '0', ADMIN_PASSWORD: 'admin-password-1' };
const start = (bundle = 'main.js', more: Environment = {}) => startServerProcess(bundle, { ...environment, ...more });

/** While it lasts, an update waits before its first step. */
function holdFile(): () => void {
  const db = new DatabaseSync(file);
  db.exec('BEGIN IMMEDIATE');
  return () => db.close();
}

const read = async (server: ServerProcess, address: string, accept = 'text/html') => {
  const response = await fetch(server.url + address, { headers: { accept }, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}
const isReady = async (server: ServerProcess) => (await read(server, '/readyz')).status === 200;

function schemaOf(name: string): number {
  const db = new DatabaseSync(name, { readOnly: true });
  const version = schemaVersion(db);
  db.close();
  return version;
}

/** The work left for after the start, which changes with every step. Null at the end. */
function readLeft(): string | null {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  // One snapshot: the last step drops the table.
  db.exec('BEGIN');
  const rows = db.prepare("SELECT name FROM sqlite_master WHERE name = 'unarranged_posts'").get()
    ? db.prepare('SELECT next FROM unarranged_posts').all()
    : [];
  const cursors = ['post_search_reindex', 'post_search_respell'];
  const left = [...rows, ...cursors.flatMap((table) => db.prepare(`SELECT below FROM ${table}`).all())];
  db.close();
  return left.length === 0 ? null : JSON.stringify(left);
}

test('an old database is updated under a notice, loses nothing through kills, and is replaced by the copy for a rollback', async () => {
  placeOldDatabase(file, 2, 300);
  const kept = readKept(file);
  const release = holdFile();
  const first = await start();
  expect((await read(first, '/healthz')).status).toBe(200);
  const readiness = await read(first, '/readyz');
  expect([readiness.status, JSON.parse(readiness.text)]).toEqual([
    503,
    {
      status: 'backend unavailable',
      fault: 'update',
      reason: messages.dataUpdate(0),
      update: { step: 'copy', percent: 0 },
    },
  ]);
  for (const address of ['/login', '/', '/words?word=1']) {
    const page = await read(first, address);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(page.text).toContain(`<h1>${messages.dataUpdate(0)}</h1>`);
    expect(page.text).toContain('<meta http-equiv="refresh" content="5">');
    expect(page.text).not.toContain('<script');
  }
  const call = await read(first, `${apiBase}/vknf/words`);
  expect([call.status, JSON.parse(call.text).message]).toEqual([503, messages.dataUpdate(0)]);
  await first.stop('SIGKILL');
  release();

  let server = await start();
  await until(() => isReady(server));
  expect((await read(server, '/login')).status).toBe(200);
  // On a slow machine the work may already be done.
  const left = readLeft();
  await until(() => readLeft() === null || readLeft() !== left);
  await server.stop('SIGKILL');
  server = await start();
  await until(() => readLeft() === null);
  await server.stop();
  const db = new DatabaseSync(file);
  const { terms, ...stories } = readStories(db);
  const { terms: derived, ...derivedStories } = deriveStories(db);
  expect(stories).toEqual(derivedStories);
  expect(terms.filter((term) => !term.startsWith('form2 '))).toEqual(derived);
  // All texts of a seeded post are equal.
  expect(new Set(stories.sizes.map(([, rows = 0]) => rows % 300))).toEqual(new Set([0]));
  db.close();
  expect(readKept(file)).toEqual(kept);

  // The rollback, to the file as the earlier program left it.
  const { code } = await runToEnd('restore.js', environment, `${file}.before-${migrations.length}`);
  expect([code, schemaOf(file), readKept(file)]).toEqual([0, 2, kept]);

  server = await start();
  await until(() => isReady(server));
  await server.stop();
  expect([schemaOf(file), readKept(file)]).toEqual([migrations.length, kept]);
});

async function expectUpdate(server: ServerProcess, address: string): Promise<void> {
  const { status, text } = await read(server, address);
  expect([status, text]).toEqual([503, expect.stringContaining('"update":{"step":"copy","percent":0}')]);
}

/** Another folder's worth of data. */
function replaceData(version: 2 | 23): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  placeOldDatabase(file, version);
}

test('the stand-alone backend answers during an update, and sessions stay valid', async () => {
  replaceData(23);
  const { tokens, grant } = makeTokens({ config: { ...readConfig({}), SESSION_SECRET: [secret] }, now: Date.now() });
  const db = new DatabaseSync(file);
  db.exec(
    "INSERT INTO sessions (session_id, client_id, created_at, used_at, ends_at) VALUES (1, 'client-1001', 0, 0, 9e15)",
  );
  db.prepare("INSERT INTO session_tokens VALUES (?, 1, 'access', 9e15, NULL)").run(grant.accessHash);
  db.close();
  const release = holdFile();
  const server = await start('backend.js');
  await expectUpdate(server, `${apiBase}/health`);
  release();
  const headers = { cookie: `access_token=${tokens.access}` };
  const count = () => fetch(`${server.url}${apiBase}/vknf/posts/count`, { headers });
  await until(async () => (await count()).status !== 503);
  expect((await count()).status).toBe(200);
  expect((await read(server, `${apiBase}/health`)).status).toBe(200);
  await server.stop();
});

test('an update that fails ends the console with one line, and keeps its finished steps', async () => {
  replaceData(2);
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE views (view_id INTEGER)');
  db.close();
  const { code, lines } = await runToEnd('main.js', { ...environment, LOG_LEVEL: 'fatal' });
  expect([code, lines]).toEqual([1, [expect.stringContaining('table views already exists')]]);
});
