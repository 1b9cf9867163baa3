/** A database that is slow or silent: calls end soon with 503, /readyz reports it, and all work again when it answers. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { backendAdmin, startTestBackend, type TestBackend } from '../support/backend.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { openTestStore, type TestStore, testDatabaseUrl } from '../support/test-store.ts';

const connections = 4;
/** Shorter than the limits of the service, with the same order. */
const timeouts = { connectMs: 3000, statementMs: 3000, lockMs: 500, answerMs: 4000 };

let fixture: TestStore;
let network: Network;
let backend: TestBackend;
let visitor: Visitor;
let other: pg.Client;
let added = 0;

beforeAll(async () => {
  fixture = await openTestStore();
  const url = new URL(testDatabaseUrl());
  network = await startNetwork(decodeURIComponent(url.hostname));
  const config = { DATABASE_URL: network.url(path.basename(url.pathname)), DATABASE_CONNECTIONS: connections };
  backend = await startTestBackend({ config, timeouts });
  const { app } = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '10000' } });
  visitor = createVisitor(app);
  await visitor.postForm('/login', { type: 'admin', ...backendAdmin });
  await untilReady();
  other = new pg.Client({ connectionString: testDatabaseUrl() });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  network.close();
  await fixture.close();
});

const words = () => visitor.get(`${apiBase}/vknf/words`);
const posts = () => visitor.get(`${apiBase}/vknf/posts/count`);
const users = () => visitor.get(`${apiBase}/vknf/users`);
/** Adds an author; the ID is in the reply's `id`. */
async function addUser() {
  added += 1;
  const id = added;
  const reply = await visitor.postJson(`${apiBase}/vknf/users/create`, { UserID: id, Name: `Автор ${id}` });
  return { id, status: reply.status, body: reply.body };
}
const readiness = async () => {
  const { status, body } = await visitor.get('/readyz');
  return [status, body.reason];
};
async function untilReady(): Promise<void> {
  while ((await readiness())[0] !== 200) await sleep(50);
}
async function untilFaultIsReported(): Promise<void> {
  while ((await readiness())[1] !== messages.storageFault) await sleep(50);
}
const unavailable = { status: 503, body: { error: messages.backendDown } };
const lastFault = () => backend.log.findLast(({ msg }) => msg === 'call failed')?.fault;
const storedIds = async () => (await users()).body.users.map(({ UserID }: { UserID: number }) => UserID);

async function withLock(table: string, work: () => Promise<void>): Promise<void> {
  await other.query('BEGIN');
  await other.query(`LOCK TABLE ${table}`);
  await work().finally(() => other.query('ROLLBACK'));
}

test('while a table is locked its calls are 503, all others continue, and it works again by itself', async () => {
  await withLock('words', async () => {
    expect(await words()).toMatchObject(unavailable);
    expect(lastFault()).toMatch(/: it did not answer in time\. Check its load and its locks\.$/);
    expect((await visitor.get('/ldvknf/words')).text).toContain(messages.loadWords);
    expect((await addUser()).status).toBe(201);
    await untilReady();
  });
  expect((await words()).status).toBe(200);
  await withLock('users', async () => {
    expect(await addUser()).toMatchObject(unavailable);
    expect((await words()).status).toBe(200);
  });
  expect(await storedIds()).toEqual([1]);
});

test('health calls report a slow database soon, and leave connections to other calls', async () => {
  await withLock('service', async () => {
    await Promise.all(Array.from({ length: 2 * connections }, untilFaultIsReported));
    expect((await words()).status).toBe(200);
  });
  await untilReady();
});

test('while the network is silent each call ends with 503, and all work again on new connections', async () => {
  const before = await addUser();
  expect(before.status).toBe(201);
  network.silence();
  const kinds = [words, users, addUser, posts];
  const calls = await Promise.all(Array.from({ length: 3 }, () => kinds.map((call) => call())).flat());
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 503));
  expect(lastFault()).toMatch(/: it cannot be reached\./);
  await untilFaultIsReported();
  // Connecting is not tried again and again: each try would take as long.
  const asked = network.asked();
  expect(await words()).toMatchObject(unavailable);
  expect(network.asked()).toBeLessThanOrEqual(asked + 2);
  network.restore();
  await untilReady();
  const after = await addUser();
  expect([after.status, (await words()).status, (await posts()).status]).toEqual([201, 200, 200]);
  expect((await storedIds()).slice(-2)).toEqual([before.id, after.id]);
  while (network.open() > connections) await sleep(20);
});

test('a service that is stopped while the network is silent ends, and leaves no connection', async () => {
  network.silence();
  const calls = Promise.allSettled([words(), users()]);
  while (network.open() === 0) await sleep(20);
  await backend.close();
  await calls;
  while (network.open() > 0) await sleep(20);
});
