/** A read replica: search copies are read from it, unless it lacks changes that the primary has committed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import {
  createReplicaSource,
  hasAll,
  type Position,
  readPosition,
} from '../../server/backend/feed/replica/replica-source.ts';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { type Database, defaultTimeouts, openPool } from '../../server/backend/store/postgres/database.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { factoriesOf } from '../support/collection-store.ts';
import { startNetwork } from '../support/network.ts';
import { type PostgresServer, startPostgres, startReplica } from '../support/postgres-server.ts';
import { startReaderHere as startReader } from '../support/reader-here.ts';
import { newPost } from '../support/seed-posts.ts';
import { viewing } from '../support/viewing.ts';

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-replica-'));
const log: string[] = [];
let primary: PostgresServer;
let replica: PostgresServer;
let client: pg.Client;
let reader: pg.Client;
let store: Store;
let wordId: number;
let pools: [Database, Database];

beforeAll(async () => {
  primary = await startPostgres();
  client = new pg.Client({ connectionString: primary.url('postgres') });
  await client.connect();
  replica = await startReplica(primary, client);
  reader = new pg.Client({ connectionString: replica.url('postgres') });
  await reader.connect();
  const options = {
    replicaFolder: folder,
    readUrl: replica.url('postgres'),
    startReader,
    log: (line: string) => void log.push(line),
  };
  store = await openPostgresStore(primary.url('postgres'), options);
  pools = [openPool(primary.url('postgres'), 1), openPool(replica.url('postgres'), 1)];
  const { createClient, createWord } = factoriesOf(store);
  wordId = await createWord(await createClient());
});
afterAll(async () => {
  await store.close();
  for (const pool of pools) await pool.close();
  await client.end();
  await replica.stop();
  await primary.stop();
  rmSync(folder, { recursive: true });
});

const count = () => store.posts.count(admin, viewing());
const save = (postId: number) => store.posts.save([newPost({ wordId, postId })]);

/** Whether the replica serves reads that need all changes committed so far. */
async function isReplicaRead(): Promise<boolean> {
  const present = await readPosition(pools[0]);
  const source = createReplicaSource(pools[0], pools[1], () => {});
  const isUsable = (position: Position) => present !== null && hasAll(position, present);
  const server = await source.snapshot(isUsable, (db) =>
    db.row<{ isReplica: boolean }>('SELECT pg_is_in_recovery() AS is_replica'),
  );
  return server?.isReplica === true;
}

async function waitForReplay(): Promise<void> {
  const { rows } = await client.query('SELECT pg_current_wal_insert_lsn()::text AS lsn');
  const sql = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done';
  while (!(await reader.query(sql, [rows[0].lsn])).rows[0].done);
}

test('changes are read from the replica when it has them', async () => {
  await save(1);
  await waitForReplay();
  expect(await count()).toBe(1);
  expect(await isReplicaRead()).toBe(true);
  await save(2);
  await waitForReplay();
  expect(await count()).toBe(2);
});

test('while the replica is behind, users see their own changes at once', async () => {
  await reader.query('SELECT pg_wal_replay_pause()');
  await save(3);
  expect([await isReplicaRead(), await count()]).toEqual([false, 3]);
  await save(4);
  expect(await count()).toBe(4);
  await reader.query('SELECT pg_wal_replay_resume()');
  await waitForReplay();
  await save(5);
  await waitForReplay();
  expect(await count()).toBe(5);
});

test('a replica that does not answer is soon skipped, and the primary is read', async () => {
  const network = await startNetwork(replica.data);
  const silent = openPool(network.url('postgres'), 1, { ...defaultTimeouts, connectMs: 500 });
  await silent.rows('SELECT 1');
  network.silence();
  const lines: string[] = [];
  const source = createReplicaSource(pools[0], silent, (line) => void lines.push(line));
  const isReplica = await source.snapshot(
    () => true,
    async (db) => (await db.row<{ now: boolean }>('SELECT pg_is_in_recovery() AS now'))?.now,
  );
  expect(isReplica).toBe(false);
  expect(lines).toEqual(['the read replica is not used for 30 s: Query read timeout']);
  await silent.close();
  network.close();
});

test('when the replica is gone, the primary is read', async () => {
  await reader.end();
  await replica.halt();
  await save(6);
  expect(await count()).toBe(6);
  expect(log.at(-1)).toMatch(/^the read replica is not used for 30 s: /);
});
