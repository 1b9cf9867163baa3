/** The service with DATABASE_URL: calls, readiness, and the commands beside it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import request from 'supertest';
import { lockFolder } from '../../server/backend/store/postgres/copy/copy-files.ts';
import { everyPost } from '../../server/backend/store/posts-store.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestConsole } from '../support/test-console.ts';
import { openTestStore, type TestStore, testDatabaseUrl } from '../support/test-store.ts';

const run = promisify(execFile);
const scripts = path.join(import.meta.dirname, '../../scripts');
const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-service-'));
let fixture: TestStore;
let backend: TestBackend;
let release: (() => void) | null;
beforeAll(async () => {
  fixture = await openTestStore();
  release = lockFolder(folder);
  backend = await startTestBackend({
    config: { DATA_DIR: folder, DATABASE_URL: testDatabaseUrl(), DATABASE_CONNECTIONS: 4 },
  });
});
afterAll(async () => {
  await backend.close();
  await fixture.close();
  rmSync(folder, { recursive: true });
});

function command(name: string, ...args: string[]) {
  const running = run(process.execPath, [path.join(scripts, `${name}.ts`), ...args], {
    env: { DATA_DIR: folder, DATABASE_URL: testDatabaseUrl(), NODE_OPTIONS: '' },
  });
  running.child.stdin?.end();
  return running;
}

test('while the search copy is built /readyz returns 503 with the reason, and other calls work', async () => {
  const { app } = createTestConsole({ apiUrl: backend.url });
  expect(await request(app).get('/readyz')).toMatchObject({
    status: 503,
    body: { status: 'backend unavailable', reason: 'Поиск по постам готовится: 0 %. Повторите через несколько минут.' },
  });
  const cookie = await backend.signInAdmin();
  expect((await backend.call('GET', '/vknf/words', { cookie })).status).toBe(200);
  release?.();
  while ((await request(app).get('/readyz')).status !== 200);
});

test('a client adds a phrase, and reads an imported post at once', async () => {
  const { clientId } = await backend.createClient();
  const cookie = await backend.signInClient(clientId);
  await backend.call('POST', '/vknf/words/create', { cookie, body: { Text: 'метро' } });
  const file = path.join(folder, 'posts.jsonl');
  const post = {
    OwnerID: -1001,
    PostID: 7,
    Word: 'метро',
    PostDt: '2026-03-01T09:30:00Z',
    Text: 'новая станция метро',
  };
  writeFileSync(file, JSON.stringify({ ...post, OwnerName: 'Новости', OwnerType: 'group' }));
  expect((await command('import', file)).stdout).toBe('1 added, 0 changed, 0 unchanged, 0 bad lines\n');
  const { body } = await backend.call('GET', '/vknf/posts?limit=20&offset=0&text=станции', { cookie });
  expect(body).toMatchObject({ total: 1, posts: [{ Text: { String: 'новая станция метро' } }] });
});

test('the commands use the database, and create no file of SQLite', async () => {
  expect((await command('admin', 'add', 'second')).stdout).toContain('«second» is an administrator now');
  expect(await backend.store.administrators.usernames()).toContain('second');
  await command('erase', 'owner', '-1001', '--yes');
  expect(await backend.store.posts.count({ type: 'admin', adminId: 1, username: '' }, everyPost)).toBe(0);
  await expect(command('seed', '--posts', '100')).rejects.toMatchObject({
    stderr: expect.stringContaining('The database is not empty'),
  });
  expect(existsSync(path.join(folder, 'ldvk.sqlite'))).toBe(false);
});

test('npm run backup refuses, and names the tools of the database', async () => {
  await expect(command('backup', path.join(folder, 'copy'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL is set: .*pg_dump/),
  });
});
