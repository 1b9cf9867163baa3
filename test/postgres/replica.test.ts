// Proves: journal#records
/** The search copy: one per folder, built again whenever it cannot follow the database, and described while it is not ready. */
import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { buildReplica } from '../../server/backend/feed/replica/build-replica.ts';
import { createFollower } from '../../server/backend/feed/replica/follow-changes.ts';
import {
  lockFolder,
  newestReplica,
  openReplica,
  unfinishedSuffix,
} from '../../server/backend/feed/replica/replica-files.ts';
import { createReplicaSource, type ReplicaSource } from '../../server/backend/feed/replica/replica-source.ts';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { openPool } from '../../server/backend/store/postgres/database.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { startReaderHere as startReader } from '../support/reader-here.ts';
import { newPost, noon } from '../support/seed-posts.ts';
import { by } from '../support/store-values.ts';
import { openTestStore, type TestStore, testDatabaseUrl } from '../support/test-store.ts';
import { viewing, viewingSince } from '../support/viewing.ts';

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
let fixture: TestStore;
let folder: string;
let client: pg.Client;
let stores: Store[];
let log: string[];
let wordId: number;

beforeEach(async () => {
  fixture = await openTestStore();
  folder = mkdtempSync(path.join(tmpdir(), 'ldvk-search-copy-'));
  client = new pg.Client({ connectionString: testDatabaseUrl() });
  await client.connect();
  [stores, log] = [[], []];
  wordId = await fixture.createWord(await fixture.createClient());
  await save(1);
});
afterEach(async () => {
  for (const store of stores) await store.close();
  await client.end();
  await fixture.close();
  rmSync(folder, { recursive: true });
});

/** Waits for a check that passes: a build may take longer than one check waits. */
const isReady = (store: Store) =>
  expectSoon(() =>
    store.check().then(
      () => true,
      () => false,
    ),
  ).toBe(true);

const save = (postId: number) => fixture.store.posts.save([newPost({ wordId, postId })]);

async function open(): Promise<Store> {
  const options = { replicaFolder: folder, connections: 2, startReader, log: (line: string) => void log.push(line) };
  const store = await openPostgresStore(testDatabaseUrl(), options);
  stores.push(store);
  return store;
}
async function reopen(): Promise<Store> {
  for (const store of stores.splice(0)) await store.close();
  log = [];
  return open();
}
const count = (store: Store) => store.posts.count(admin, viewing());
const builds = () => log.filter((line) => line === 'the search copy is built').length;
const copyFile = () => newestReplica(folder) ?? '';

function changeCopy(sql: string): void {
  const copy = new DatabaseSync(copyFile());
  copy.exec(sql);
  copy.close();
}

test('processes that share a folder build one copy, and each sees what any of them has written', async () => {
  const [first, second] = [await open(), await open()];
  expect(await Promise.all([count(first), count(second)])).toEqual([1, 1]);
  await save(2);
  expect(await Promise.all([count(first), count(second)])).toEqual([2, 2]);
  expect(builds()).toBe(1);
  const copies = readdirSync(folder).filter((name) => name.includes('.sqlite'));
  expect(copies.filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
  for (const name of copies) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a build writes each row once, and ends its transaction on the server before it packs the columns', async () => {
  const database = openPool(testDatabaseUrl(), 1);
  const source = createReplicaSource(database, null, () => {});
  const file = path.join(folder, 'copy.sqlite');
  const countIn = (name: string, table: string): number => {
    const copy = new DatabaseSync(name, { readOnly: true });
    const row = copy.prepare(`SELECT count(*) AS rows FROM ${table}`).get();
    copy.close();
    return Number(row?.rows);
  };
  const inTransaction = { posts: 0, chunks: -1, hasLog: false };
  const snapshot: ReplicaSource['snapshot'] = (isUsable, work) =>
    source.snapshot(isUsable, async (db, position) => {
      const rows: typeof db.rows = (...query) => {
        inTransaction.hasLog ||= existsSync(`${file}${unfinishedSuffix}-wal`);
        return db.rows(...query);
      };
      const result = await work({ ...db, rows }, position);
      inTransaction.posts = countIn(file + unfinishedSuffix, 'posts');
      inTransaction.chunks = countIn(file + unfinishedSuffix, 'row_columns');
      return result;
    });
  await buildReplica({ ...source, snapshot }, file, () => {}).finally(() => database.close());
  expect(inTransaction).toEqual({ posts: 1, chunks: 0, hasLog: false });
  expect(countIn(file, 'row_columns')).toBe(1);
});

test('while another process builds it, checks fail with 503 and a reason', async () => {
  const release = lockFolder(folder);
  const store = await open();
  await expect(store.check()).rejects.toMatchObject({
    status: 503,
    message: 'Поиск по постам готовится: 0 %. Повторите через несколько минут.',
  });
  release?.();
  await Promise.any(Array.from({ length: 20 }, () => count(store)));
  await isReady(store);
});

test('a file that is not a database, or is damaged during use, is built again', async () => {
  await count(await open());
  const pages = statSync(copyFile()).size;
  writeFileSync(copyFile(), 'not a database');
  const store = await reopen();
  await isReady(store);
  expect(builds()).toBe(1);
  const handle = openSync(copyFile(), 'r+');
  writeSync(handle, Buffer.alloc(pages - 4096, 7), 0, pages - 4096, 4096);
  expect(await count(store)).toBe(1);
  expect(builds()).toBe(2);
});

test('a copy of a database that was reset to an earlier moment is built again', async () => {
  await count(await open());
  changeCopy("UPDATE copy_state SET xmax = '99999999999'");
  expect(await count(await reopen())).toBe(1);
  expect(builds()).toBe(1);
});

const onOtherTimeline = "UPDATE copy_state SET history = substr(history, 1, length(history) - 8) || '000000FF'";

test('a copy of another timeline stays in use when the promoted server has everything that it has copied', async () => {
  await count(await open());
  // The previous server had assigned numbers to transactions that the promoted one does not know, and reuses.
  changeCopy(`${onOtherTimeline}, xmin = '99999999998', xmax = '99999999999'`);
  await save(2);
  const store = await reopen();
  expect(await count(store)).toBe(2);
  await save(3);
  expect([await count(store), builds()]).toEqual([3, 0]);
});

test.each([
  ['lacks a transaction that it has copied', 'UPDATE copied_transactions SET began = began + 1'],
  ['cannot be compared with what it has copied', 'DELETE FROM copied_transactions'],
])('a copy of another timeline is built again when the promoted server %s', async (_case, change) => {
  await count(await open());
  changeCopy(`${onOtherTimeline}; ${change}`);
  expect([await count(await reopen()), builds()]).toEqual([1, 1]);
});

test('a database that was restored from a dump has another history, and copies are built again', async () => {
  await count(await open());
  await client.query("UPDATE service SET placed_in = 'another server'");
  expect(await count(await reopen())).toBe(1);
  expect(builds()).toBe(1);
  expect((await client.query('SELECT * FROM changes')).rowCount).toBe(0);
});

test('a database that was restored while the service runs is noticed', async () => {
  const store = await open();
  await count(store);
  await client.query('UPDATE service SET history = gen_random_uuid()');
  await client.query('UPDATE words SET total_posts = 0');
  await client.query('TRUNCATE changes');
  expect(await count(store)).toBe(0);
  expect(builds()).toBe(2);
});

test('changes are kept for seven days, and a copy that did not follow them for six is built again', async () => {
  await count(await open());
  await client.query("UPDATE changes SET at = at - interval '8 days'");
  await save(2);
  expect(await count(await reopen())).toBe(2);
  expect(builds()).toBe(0);
  changeCopy(`UPDATE copy_state SET at = at - ${6 * 86_400_000}`);
  expect(await count(await reopen())).toBe(2);
  expect(builds()).toBe(1);
  const old = () => client.query("SELECT * FROM changes WHERE at < now() - interval '7 days'");
  while ((await old()).rowCount !== 0);
});

test('a copy that is far behind follows in several steps', async () => {
  await count(await open());
  await client.query("INSERT INTO changes (kind, key) SELECT 'owners', number FROM generate_series(1, 12000) number");
  await save(2);
  const store = await reopen();
  // A read waits for the changes, but not for long.
  await expectSoon(() => count(store)).toBe(2);
  await save(3);
  expect(await count(store)).toBe(3);
  expect(builds()).toBe(0);
});

test('while a copy follows many changes, reading continues without them, and reads up to a number wait', async () => {
  const store = await open();
  expect(await count(store)).toBe(1);
  await client.query("INSERT INTO changes (kind, key) SELECT 'owners', number FROM generate_series(1, 4000) number");
  await save(2);
  // Sources cannot be copied yet.
  await client.query('BEGIN');
  await client.query('LOCK TABLE owners IN ACCESS EXCLUSIVE MODE');
  const rows = store.posts.rows(admin, viewing(), { limit: 9, after: null, orderBy: 'post_dt', orderDirection: 'ASC' });
  expect(await count(store)).toBe(1);
  await store.check();
  const opened = await open();
  expect(await count(opened)).toBe(1);
  await client.query('ROLLBACK');
  expect(JSON.parse(`[${new TextDecoder().decode((await rows).json)}]`)).toHaveLength(2);
  expect([await count(store), await count(opened), builds()]).toEqual([2, 2, 1]);
});

test('a copy that has many changes again at once has been behind since the first ones', async () => {
  await count(await open());
  const [database, copy] = [openPool(testDatabaseUrl(), 2), openReplica(copyFile())];
  const source = createReplicaSource(database, null, () => {});
  let copying = Promise.withResolvers<void>();
  const snapshot: ReplicaSource['snapshot'] = (isUsable, work) =>
    source.snapshot(isUsable, (db, position) => copying.promise.then(() => work(db, position)));
  const { follow, behindMs } = createFollower({ ...source, snapshot }, copy);
  const change = () =>
    client.query("INSERT INTO changes (kind, key) SELECT 'owners', number FROM generate_series(1, 4000) number");
  await change();
  const first = follow();
  await expectSoon(behindMs).not.toBeNull();
  const began = performance.now();
  // The transaction that is held does not see them.
  await change();
  copying.resolve();
  await first;
  copying = Promise.withResolvers();
  const second = follow();
  await expectSoon(behindMs).not.toBeNull();
  const least = performance.now() - began;
  expect(behindMs()).toBeGreaterThanOrEqual(least);
  copying.resolve();
  await second;
  expect([await follow(), behindMs()]).toEqual([true, null]);
  copy.close();
  await database.close();
});

test('a post whose phrases are in two batches of a build is counted once', async () => {
  await client.query(
    `INSERT INTO posts SELECT number, owner_id, post_id + number, word_id, user_id, update_dt, city_id, story_id, arrival, text
     FROM posts, generate_series(1, 4999) number`,
  );
  const other = await fixture.createWord('client-1001');
  await fixture.store.posts.save([newPost({ wordId: other, postId: 1 })]);
  expect(await (await open()).posts.countMatching(admin, 'метро')).toBe(5000);
});

test('a build keeps the number of the newest arrival, also of a post that joins an older story', async () => {
  const since = await fixture.store.alerts.newestArrival();
  const other = await fixture.createWord('client-1001', { text: 'станция' });
  await fixture.store.posts.save([newPost({ wordId: other, postId: 2 })]);
  const { posts } = await open();
  expect(await posts.listStories(admin, viewing())).toHaveLength(1);
  expect(await posts.countNewStories(admin, [viewingSince(since, { word: other })])).toEqual([1]);
});

test('copies of older programs are removed, and copies of newer ones are kept', async () => {
  const names = ['search-copy-1-5.sqlite', 'search-copy-99900-5.sqlite'];
  for (const name of names) writeFileSync(path.join(folder, name), '');
  await count(await open());
  const left = readdirSync(folder);
  expect(names.map((name) => left.includes(name))).toEqual([false, true]);
});

test('a full disk of the copy is described with its remedy', async () => {
  const store = await open();
  expect(store.faultOf(Object.assign(new Error('full'), { errcode: 13 }))).toBe(
    `Cannot use the search copy in ${folder}: the disk is full. Free space on it, or move DATA_DIR to a larger disk.`,
  );
});

test('after an erasure the texts are in no file of the folder', async () => {
  const store = await open();
  await store.posts.save([newPost({ wordId, ownerId: -7, postId: 70, text: 'метро zqerasedq' })]);
  await count(store);
  const isFound = () => readdirSync(folder).some((name) => readFileSync(path.join(folder, name)).includes('zqerasedq'));
  expect(isFound()).toBe(true);
  const target = { kind: 'owner', id: -7 } as const;
  await store.erasures.begin(target, noon, by);
  await store.erasures.deletePosts(target, 10);
  expect(await store.scrub()).toContain("the server's WAL and its archives, replicas and base backups");
  expect(isFound()).toBe(false);
});
