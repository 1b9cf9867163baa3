/** A replica is promoted after the primary was killed: the service continues with the data of the replica. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { newestReplica } from '../../server/backend/feed/replica/replica-files.ts';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { backendAdmin, startTestBackend, type TestBackend } from '../support/backend.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { type PostgresServer, startPostgres, startReplica } from '../support/postgres-server.ts';
import { newPost } from '../support/seed-posts.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-failover-'));
let primary: PostgresServer;
let replica: PostgresServer;
let second: PostgresServer | undefined;
let network: Network;
let backend: TestBackend;
let visitor: Visitor;
let wordId: number;

async function on(server: PostgresServer, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    const rows = [];
    for (const sql of statements) rows.push(...(await client.query({ text: sql, rowMode: 'array' })).rows.flat());
    return rows;
  } finally {
    await client.end();
  }
}
const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await sleep(20);
};

/** A commit is acknowledged when the replica has it. */
async function replicateSynchronously(): Promise<void> {
  await on(
    primary,
    'ALTER ROLE ldvk SET synchronous_commit = on',
    "ALTER SYSTEM SET synchronous_standby_names = '*'",
    'SELECT pg_reload_conf()',
  );
  await until(async () => (await on(primary, 'SELECT sync_state FROM pg_stat_replication')).includes('sync'));
}
/** The primary continues alone: the replica gets nothing more. */
async function separate(): Promise<void> {
  await on(primary, "ALTER SYSTEM SET synchronous_standby_names = ''", 'SELECT pg_reload_conf()');
  await on(replica, "ALTER SYSTEM SET primary_conninfo = ''", 'SELECT pg_reload_conf()');
  await until(async () => (await on(primary, 'SELECT pid FROM pg_stat_replication')).length === 0);
}

beforeAll(async () => {
  primary = await startPostgres();
  const client = new pg.Client({ connectionString: primary.url('postgres') });
  await client.connect();
  replica = await startReplica(primary, client).finally(() => client.end());
  await replicateSynchronously();
  network = await startNetwork(primary.data);
  const config = { DATA_DIR: folder, DATABASE_URL: network.url('postgres'), DATABASE_CONNECTIONS: 4 };
  backend = await startTestBackend({ config });
  const { app } = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '20000' } });
  visitor = createVisitor(app);
  await visitor.postForm('/login', { type: 'admin', ...backendAdmin });
  await until(async () => (await readiness()) === 200);
  const { clientId } = await backend.createClient();
  wordId = (await backend.createWord(clientId)).wordId;
});
afterAll(async () => {
  await backend.close();
  network.close();
  await second?.stop();
  await replica.stop();
  await primary.stop();
  rmSync(folder, { recursive: true });
});

let added = 0;
async function addUser() {
  added += 1;
  const { status, body } = await visitor.postJson(`${apiBase}/vknf/users/create`, {
    UserID: added,
    Name: `Автор ${added}`,
  });
  return { id: added, status, error: body.error };
}
const savePost = (postId: number) => backend.store.posts.save([newPost({ wordId, postId })]);
const readiness = async () => (await visitor.get('/readyz')).status;
const countPosts = async () => (await visitor.get(`${apiBase}/vknf/posts/count`)).body.total;
const storedIds = async () =>
  (await visitor.get(`${apiBase}/vknf/users`)).body.users.map(({ UserID }: { UserID: number }) => UserID);

test('after a failover exactly the changes acknowledged with synchronous replication remain', async () => {
  const acknowledged = [(await addUser()).id, (await addUser()).id];
  await savePost(1);
  await savePost(2);
  expect(await countPosts()).toBe(2);
  await separate();
  // Without synchronous replication the search copy gets what the replica never will.
  await savePost(3);
  const lost = await addUser();
  expect([await countPosts(), lost.status]).toEqual([3, 201]);

  await primary.crash();
  network.leadTo(replica.data);
  expect((await addUser()).error).toBe(messages.backendDown);
  expect(await storedIds()).toEqual(acknowledged);
  await until(async () => (await readiness()) === 503);
  expect(backend.log.findLast(({ fault }) => fault)?.fault).toMatch(
    /: it is read-only\. Point DATABASE_URL to the primary/,
  );

  await on(replica, 'SELECT pg_promote()');
  // Other processes have written more than was lost, before this one asks.
  await on(replica, ...Array.from({ length: 20 }, () => 'SELECT pg_current_xact_id()'));
  await until(async () => (await readiness()) === 200);
  expect(await countPosts()).toBe(2);
  const after = await addUser();
  expect(after.status).toBe(201);
  await savePost(4);
  expect([await countPosts(), await storedIds()]).toEqual([3, [...acknowledged, after.id]]);
  expect(visitor.cookies.size).toBeGreaterThan(0);
});

test('the search copy outlasts a failover that loses nothing', async () => {
  const client = new pg.Client({ connectionString: replica.url('postgres') });
  await client.connect();
  const next = await startReplica(replica, client).finally(() => client.end());
  second = next;
  await savePost(5);
  expect(await countPosts()).toBe(4);
  const [written] = await on(replica, 'SELECT pg_current_wal_lsn()');
  await until(async () => (await on(next, `SELECT pg_last_wal_replay_lsn() >= '${written}'`)).includes(true));
  const copy = newestReplica(folder);

  await replica.crash();
  network.leadTo(next.data);
  await on(next, 'SELECT pg_promote()');
  await until(async () => (await readiness()) === 200);
  expect([await countPosts(), newestReplica(folder)]).toEqual([4, copy]);
  await savePost(6);
  expect([await countPosts(), newestReplica(folder)]).toEqual([5, copy]);
});
