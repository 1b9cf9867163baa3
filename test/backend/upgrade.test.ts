/** The drill of an upgrade with real processes: the console answers during the update, kills are survived, and the way back is open. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { makeTokens } from '../../server/backend/resources/auth/sessions.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { latestVersion } from '../../server/backend/store/sqlite/migrations.ts';
import { firstVersion } from '../../server/backend/store/sqlite/schema-1-0/index.ts';
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

/** The ID below which posts are left to check after the start; null at the end. */
function readLeft(): number | null {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const row = db.prepare('SELECT below FROM post_search_respell').get();
  db.close();
  return row ? Number(row.below) : null;
}

test('an old database is updated under a notice, loses nothing through kills, and is replaced by the copy for a rollback', async () => {
  placeOldDatabase(file, 300);
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
  expect(readStories(db)).toEqual(deriveStories(db));
  db.close();
  expect(readKept(file)).toEqual(kept);

  // The rollback, to the file as the earlier program left it.
  const { code } = await runToEnd('restore.js', environment, `${file}.before-${latestVersion()}`);
  expect([code, schemaOf(file), readKept(file)]).toEqual([0, firstVersion, kept]);

  server = await start();
  await until(() => isReady(server));
  await server.stop();
  expect([schemaOf(file), readKept(file)]).toEqual([latestVersion(), kept]);
});

async function expectUpdate(server: ServerProcess, address: string): Promise<void> {
  const { status, text } = await read(server, address);
  expect([status, text]).toEqual([503, expect.stringContaining('"update":{"step":"copy","percent":0}')]);
}

/** Another folder's worth of data. */
function replaceData(): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  placeOldDatabase(file);
}

function change(sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

test('the stand-alone backend answers during an update, and sessions stay valid', async () => {
  replaceData();
  const { tokens, grant } = makeTokens({ config: { ...readConfig({}), SESSION_SECRET: [secret] }, now: Date.now() });
  const db = new DatabaseSync(file);
  db.exec(
    "INSERT INTO sessions (session_id, client_id, created_at, used_at, ends_at) VALUES (9, 'client-1001', 0, 0, 9e15)",
  );
  db.prepare("INSERT INTO session_tokens VALUES (?, 9, 'access', 9e15, NULL)").run(grant.accessHash);
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
  replaceData();
  change('CREATE TABLE post_search_respell (below INTEGER)');
  const { code, lines } = await runToEnd('main.js', { ...environment, LOG_LEVEL: 'fatal' });
  expect([code, lines]).toEqual([1, [expect.stringContaining('table post_search_respell already exists')]]);
});

test('a database older than 1.0.0 ends the console and the commands with one line', async () => {
  replaceData();
  change(`PRAGMA user_version = ${firstVersion - 1}`);
  const [backup, restored] = [path.join(folder, 'backup'), path.join(folder, 'old.sqlite')];
  copyFileSync(file, restored);
  const runs: [bundle: string, ...args: string[]][] = [
    ['main.js'],
    ['backend.js'],
    ['backup.js', backup],
    ['restore.js', restored],
    ['migrate-store.js', '--from', file, '--to', 'postgres://localhost/none'],
  ];
  const ends = await Promise.all(
    runs.map(([bundle, ...args]) => runToEnd(bundle, { ...environment, LOG_LEVEL: 'fatal' }, ...args)),
  );
  const refused = { code: 1, lines: [expect.stringContaining(messages.olderSchema)] };
  expect(ends).toMatchObject(runs.map(() => refused));
  expect([schemaOf(file), schemaOf(restored)]).toEqual([firstVersion - 1, firstVersion - 1]);
});
