/** A separate server that stops, starts again, becomes read-only, and has a full disk, under the whole service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { createVkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { runCollector } from '../../server/backend/jobs/collector/collector.ts';
import { createVkSource } from '../../server/backend/jobs/collector/vk/vk-source.ts';
import { openConfiguredStore } from '../../server/backend/open-store.ts';
import { type Serving, serve } from '../../server/backend/serve.ts';
import { persistent } from '../../server/backend/store/wait-for-database.ts';
import { createFaultLog } from '../../server/platform/fault-log.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import type { Config } from '../../server/platform/settings.ts';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { backendAdmin } from '../support/backend.ts';
import { factoriesOf } from '../support/collection-store.ts';
import { nobody, type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { testLimits } from '../support/test-limits.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-outages-'));
const disk = mountSmallDisk('size=32m', 'mode=700', `uid=${nobody.uid}`);
let server: PostgresServer;
let config: Config;
let serving: Serving;
let visitor: Visitor;
const log: { level: number; msg: string; fault?: string | null; jobs?: string[] }[] = [];

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(50);
}

const userPath = `${apiBase}/vknf/users/create`;
let users = 0;
/** Adds an author through the console; returns its ID and the reply. */
async function addUser() {
  users += 1;
  return { id: users, reply: await visitor.postJson(userPath, { UserID: users, Name: `Автор ${users}` }) };
}
const readiness = async () => {
  const { status, body } = await visitor.get('/readyz');
  return [status, body.reason];
};
const untilReady = () => until(async () => (await readiness())[0] === 200);
const isUnavailable = { status: 503, body: { error: messages.backendDown } };

afterEach(() => server.start());

/** The service starts while the server is down. */
beforeAll(async () => {
  server = await startPostgres();
  if (disk.isMounted) await onServer(`CREATE TABLESPACE small LOCATION '${disk.folder}'`);
  await onServer(`CREATE DATABASE outages TABLESPACE ${disk.isMounted ? 'small' : 'pg_default'}`);
  await server.halt();
  config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: server.url('outages'),
    ADMIN_USERNAME: backendAdmin.username,
    ADMIN_PASSWORD: backendAdmin.password,
  });
  const logger = pino({ base: null }, { write: (line: string) => void log.push(JSON.parse(line)) });
  serving = await serve({ config, logger, port: 0, host: '127.0.0.1' });
  const environment = { API_TIMEOUT_MS: '20000' };
  const { app } = createTestConsole({ apiUrl: `http://127.0.0.1:${serving.port}`, environment });
  visitor = createVisitor(app);
});
afterAll(async () => {
  await serving.close();
  await server.stop();
  disk.remove();
  rmSync(folder, { recursive: true });
});

test('a service that starts before its database runs, reports it, and becomes ready by itself', async () => {
  expect(await readiness()).toEqual([503, messages.storageFault]);
  expect((await visitor.get('/healthz')).status).toBe(200);
  const form = await visitor.postForm('/login', { type: 'admin', username: 'admin', password: 'x' });
  expect(form.status).toBe(503);
  expect(form.text).toContain(messages.backendDown);
  expect(form.text).toContain('value="admin"');
  const waiting = log.filter(({ msg }) => msg === 'waiting for the database');
  expect(waiting).toMatchObject([
    { jobs: ['start'], fault: expect.stringMatching(/^Cannot use the database .+: it cannot be reached\./) },
  ]);
  await server.start();
  await untilReady();
  await visitor.postForm('/login', { type: 'admin', ...backendAdmin });
  expect((await addUser()).reply.status).toBe(201);
});

test('while the server is down calls and pages report it, nobody is signed out, and everything continues when it is back', async () => {
  await server.halt();
  const refused = await addUser();
  expect(refused.reply).toMatchObject(isUnavailable);
  expect(refused.reply.headers['retry-after']).toBe('5');
  const page = await visitor.get('/ldvknf/words');
  expect(page.status).toBe(503);
  expect(page.text).toContain(messages.loadWords);
  expect(await readiness()).toEqual([503, messages.storageFault]);
  const reached = log.filter(({ msg, fault }) => msg === 'call failed' && /: it cannot be reached\./.test(fault ?? ''));
  expect(reached).toHaveLength(1);
  await until(async () => log.some(({ jobs = [] }) => jobs.length > 0 && !jobs.includes('start')));
  await server.start();
  await untilReady();
  // All jobs report one fault, and its end.
  await until(async () => log.filter(({ msg }) => msg === 'works again').length >= 2);
  const failed = log.filter(({ level, jobs }) => level === 50 && jobs !== undefined);
  expect(new Set(failed.map(({ msg }) => msg))).toEqual(new Set(['waiting for the database']));
  const words = await visitor.get('/ldvknf/words');
  expect(words.status).toBe(200);
  expect(words.text).not.toContain(messages.loadWords);
  expect((await addUser()).reply.status).toBe(201);
});

test('connections that end during writes lose no acknowledged write, and calls fail in no other way', async () => {
  const acknowledged: number[] = [];
  const others = new Set<number>();
  let over = false;
  const write = async () => {
    while (!over) {
      const { id, reply } = await addUser();
      if (reply.status === 201) acknowledged.push(id);
      else others.add(reply.status);
    }
  };
  const writers = [write(), write(), write(), write()];
  for (let round = 1; round <= 5; round += 1) {
    const before = acknowledged.length;
    await until(async () => acknowledged.length >= before + 5);
    await onServer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'outages'");
  }
  over = true;
  await Promise.all(writers);
  expect([...others].filter((status) => status !== 503)).toEqual([]);
  const { body } = await visitor.get(`${apiBase}/vknf/users`);
  const stored = new Set(body.users.map(({ UserID }: { UserID: number }) => UserID));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

test('on a read-only server reading continues, writing is 503, and both work when it is the primary again', async () => {
  await onServer('ALTER DATABASE outages SET default_transaction_read_only = on');
  await onServer("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'outages'");
  await until(async () => (await readiness())[0] === 503);
  expect((await addUser()).reply).toMatchObject(isUnavailable);
  expect((await visitor.get(`${apiBase}/vknf/words`)).status).toBe(200);
  expect(log.findLast(({ msg }) => msg === 'call failed')?.fault).toMatch(/: it is read-only\./);
  await onServer('ALTER DATABASE outages RESET default_transaction_read_only');
  // The connections that found it read-only are not used again.
  await untilReady();
  expect((await addUser()).reply.status).toBe(201);
});

// Only root may mount.
const testOnSmallDisk = disk.isMounted ? test : test.skip;

testOnSmallDisk(
  'while the disk is full writing is 503, reading continues, nothing acknowledged is lost, and all works again with space',
  async () => {
    const acknowledged: number[] = [];
    const add = async () => {
      const { id, reply } = await addUser();
      if (reply.status === 201) acknowledged.push(id);
      return reply;
    };
    disk.fill();
    // The pages that exist have space for some more rows.
    await until(async () => (await add()).status === 503);
    expect(await add()).toMatchObject(isUnavailable);
    expect(log.findLast(({ msg }) => msg === 'call failed')?.fault).toMatch(/: its disk is full\. Free space on it\.$/);
    await until(async () => (await readiness())[0] === 503);
    expect((await visitor.get('/ldvknf/words')).text).not.toContain(messages.loadWords);
    disk.free();
    await untilReady();
    await add();
    const { body } = await visitor.get(`${apiBase}/vknf/users`);
    const stored = body.users.map(({ UserID }: { UserID: number }) => UserID);
    expect(stored.slice(-acknowledged.length)).toEqual(acknowledged);
  },
);

test('a collector that has a page of VK while the server is down saves it later, without another call', async () => {
  let halted = Promise.resolve();
  const onCall = () => {
    halted = server.halt();
  };
  const vk = await createVkStandIn({ keys: ['key'], onCall });
  vk.addPosts([wallPost({ id: 1, date: Math.floor(Date.now() / 1000) - 3600, text: 'Метро и вокзал' })]);
  const store = await openConfiguredStore({ ...config, DATABASE_CONNECTIONS: 2 });
  const { createClient, createWord } = factoriesOf(store);
  const wordId = await createWord(await createClient(), { text: 'метро' });
  const quiet = pino({ enabled: false });
  const { signal } = new AbortController();
  const pause = (ms: number, until: AbortSignal) => sleep(ms, undefined, { signal: until });
  const faults = createFaultLog({ faultOf: store.faultOf, logger: quiet });
  const collection = persistent(store.collection, { name: 'collection', faults, pause }, signal);
  const source = createVkSource({
    collector: 'test',
    config: {
      VK_API_ORIGIN: vk.origin,
      COLLECTION_DAILY_CALLS: 100,
      POST_CHECKS_DAILY_CALLS: 1000,
      WALL_DAILY_CALLS: 5000,
      COMMENT_DAILY_CALLS: 20000,
    },
    readKeys: () => ['key'],
    store: collection,
    log: quiet,
  });
  const deps = { ...testLimits, store: collection, source, now: Date.now, logger: quiet, pause, onRun: () => {} };
  const collecting = runCollector(deps, signal, true);
  await until(async () => vk.calls.length === 1);
  await halted;
  await server.start();
  await collecting;
  expect(vk.calls).toHaveLength(1);
  expect(await store.words.get(wordId)).toMatchObject({ totalPosts: 1, state: 'ready', running: false });
  await store.close();
  await vk.close();
});
