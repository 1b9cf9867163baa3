/** The service with DATABASE_URL: calls, readiness, and the commands beside it. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import request from 'supertest';
import { createVkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { lockFolder } from '../../server/backend/feed/replica/replica-files.ts';
import { backendAdmin, startTestBackend, type TestBackend } from '../support/backend.ts';
import { compileCache } from '../support/server-process.ts';
import { createTestConsole, createVisitor } from '../support/test-console.ts';
import { openTestStore, type TestStore, testDatabaseUrl } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

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

function commandWith(environment: Record<string, string>, name: string, ...args: string[]) {
  const running = run(process.execPath, [path.join(scripts, `${name}.ts`), ...args], {
    env: { ...compileCache, DATA_DIR: folder, DATABASE_URL: testDatabaseUrl(), NODE_OPTIONS: '', ...environment },
  });
  running.child.stdin?.end();
  return running;
}
const command = (name: string, ...args: string[]) => commandWith({}, name, ...args);

test('while the search copy is built /readyz and pages of posts have 503 and the progress, and other calls work', async () => {
  const { app } = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '20000' } });
  const reason = 'Поиск по постам готовится: 0 %. Повторите через несколько минут.';
  const visitor = createVisitor(app);
  await visitor.postForm('/login', { type: 'admin', ...backendAdmin });
  const page = await visitor.get('/ldvknf/posts');
  expect([page.status, page.text.includes(`<p>${reason}</p>`)]).toEqual([503, true]);
  expect((await visitor.get('/ldvknf/words')).status).toBe(200);
  expect(backend.log.filter(({ msg }) => msg === 'call failed')).toMatchObject([
    { fault: expect.stringContaining('is being built') },
  ]);
  expect(await request(app).get('/readyz')).toMatchObject({
    status: 503,
    body: { fault: 'unavailable', reason, progress: { step: 'following changes', percent: 0 } },
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

const countPosts = () => backend.store.posts.count({ type: 'admin', adminId: 1, username: '' }, viewing());

/** Each command that opens the database, in this order. */
const runs: Record<string, () => Promise<unknown>> = {
  async import() {
    const file = path.join(folder, 'again.jsonl');
    writeFileSync(file, '{"OwnerID":-1,"PostID":1,"Word":"другая","PostDt":"2026-03-01T09:30:00Z"}');
    const stderr = expect.stringContaining('line 1: neither WordID nor Word names a phrase');
    await expect(command('import', file)).rejects.toMatchObject({ stderr });
  },
  async admin() {
    expect((await command('admin', 'add', 'second')).stdout).toContain('«second» is an administrator now');
    expect(await backend.store.administrators.usernames()).toContain('second');
  },
  async collect() {
    const vk = await createVkStandIn({ keys: ['key'] });
    vk.addPosts([wallPost({ id: 1, date: Math.floor(Date.now() / 1000) - 3600, text: 'Метро и вокзал' })]);
    const environment = { VK_SERVICE_KEY: 'key', VK_API_ORIGIN: vk.origin, LOG_LEVEL: 'silent' };
    const { stdout } = await commandWith(environment, 'collect', '--out', path.join(folder, 'collected.jsonl'));
    expect(stdout).toBe('1 phrases collected, 1 posts written, 0 phrases left\n');
    await vk.close();
  },
  async erase() {
    expect(await countPosts()).toBe(1);
    await command('erase', 'owner', '-1001', '--yes');
    expect(await countPosts()).toBe(0);
  },
  async seed() {
    const stderr = expect.stringContaining('The database is not empty');
    await expect(command('seed', '--posts', '100')).rejects.toMatchObject({ stderr });
  },
  async backup() {
    const stderr = expect.stringMatching(/^DATABASE_URL is set: .*pg_dump/);
    await expect(command('backup', path.join(folder, 'copy'))).rejects.toMatchObject({ code: 1, stderr });
  },
  async restore() {
    const stderr = expect.stringMatching(/^DATABASE_URL is set: .*pg_restore/);
    await expect(command('restore', path.join(folder, 'copy'))).rejects.toMatchObject({ code: 1, stderr });
  },
};
/** Commands without a database, commands that serve as this file does, and the one with its own file. */
const others = [
  'bench',
  'browsers',
  'screenshots',
  'build',
  'check',
  'format',
  'test',
  'backend',
  'demo',
  'dev',
  'start',
  'migrate-store',
];
const commands = Object.keys(JSON.parse(readFileSync(path.join(scripts, '../package.json'), 'utf8')).scripts);

test.each([...new Set([...Object.keys(runs), ...commands.filter((name) => !others.includes(name))])])(
  'npm run %s uses the database, or refuses',
  async (name) => {
    const tried = runs[name];
    if (!tried) throw new Error('This command needs a run above');
    await tried();
  },
);

test('no command creates a database of SQLite', () => {
  expect(existsSync(path.join(folder, 'ldvk.sqlite'))).toBe(false);
});
