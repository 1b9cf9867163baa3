// Proves: collection#walls
/** Clients and phrases that are deleted while a page of a wall is saved; how hidden rows are found. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isShownTo } from '../../server/backend/store/wall-visibility.ts';
import { start } from '../support/collection-store.ts';
import { testDatabaseUrl } from '../support/test-store.ts';
import { createWallWorld, type WallWorld } from '../support/wall-world.ts';

const wall = -5;
let world: WallWorld;
let connection: pg.Client;
let client: string;
let wordId: number;
beforeEach(async () => {
  world = await createWallWorld();
  connection = new pg.Client({ connectionString: testDatabaseUrl() });
  await connection.connect();
  await world.addSource(wall);
  client = await world.createClient();
  wordId = await world.createWord(client, { text: 'метро' });
  world.addPost(wall, 1, 'Метро');
  await world.follow(client, wall);
});
afterEach(async () => {
  await connection.end();
  await world.close();
});

async function waitingCount(): Promise<number> {
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  return (await connection.query(waiting)).rowCount ?? 0;
}

const deletions: [string, () => Promise<unknown>][] = [
  ['the client', () => world.store.clients.delete(client, start)],
  ['the phrase', () => world.store.words.updateOfClient(wordId, client, { text: 'вода' })],
];

test.each(deletions)('%s may be deleted while a page of a wall is saved', async (_, remove) => {
  await connection.query('BEGIN');
  await connection.query('LOCK TABLE posts IN EXCLUSIVE MODE');
  const reading = world.read();
  while ((await waitingCount()) < 1) await sleep(5);
  let isRemoved = false;
  const removal = remove().finally(() => {
    isRemoved = true;
  });
  while (!isRemoved && (await waitingCount()) < 2) await sleep(5);
  await connection.query('COMMIT');
  await expect(Promise.all([reading, removal])).resolves.toHaveLength(2);
});

test('whether a client sees a row is looked up for that row, without all rows of walls', async () => {
  const { rows } = await connection.query(`EXPLAIN SELECT 1 FROM posts WHERE ${isShownTo("'client-1001'")}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('SubPlan');
  expect(plan).not.toContain('Join');
});
