/**
 * `npm run bench -- backend` times the embedded backend's read calls over HTTP at several sizes (`--sizes 10000,100000`), beside
 * comments (`--comments 1000000`); `--only` selects calls by name. With DATABASE_URL, which names an empty database, it compares
 * SQLite and PostgreSQL with the same posts. The databases are seeded once, into data/bench.
 */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openConfiguredStore } from '../../server/backend/open-store.ts';
import { serve } from '../../server/backend/serve.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { migrateStore } from '../../server/backend/store/store-migration/migrate-store.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { type Environment, readSetting } from '../../server/platform/settings.ts';
import { apiBase } from '../../shared/api/call.ts';
import { createProgressBar } from '../command.ts';
import { seedLoadTest } from '../demo/load-test.ts';
import { demoAccounts } from '../demo/world/accounts.ts';
import { backendCalls } from './backend-calls.ts';
import { addFeedAccounts, mutingAdmin, readingAdmin, workingClient } from './feed-accounts.ts';
import { printTable, quantile } from './figures.ts';
import { signIn } from './servers.ts';

const runs = 60;
const warmUps = 5;
const { admin, clients } = demoAccounts;

const viewers = {
  admin: { type: 'admin', account: admin },
  muting: { type: 'admin', account: mutingAdmin },
  reading: { type: 'admin', account: readingAdmin },
  client: { type: 'client', account: clients[0] },
  working: { type: 'client', account: workingClient },
} as const;

type Timing = { p50: number; p95: number };
type Timings = Map<string, Timing & { target: number }>;

export type DataSize = { posts: number; comments?: number; phrases?: number; clients?: number };

/**
 * Returns the folder of the data. Seeds under another name first, so that an interrupted seed is never taken for a complete
 * one.
 */
export async function prepareFolder(size: DataSize): Promise<string> {
  const { posts, comments = 0, phrases = 10_000, clients = 1000 } = size;
  const folder = path.resolve('data/bench', [posts, phrases, ...(comments ? [comments] : [])].join('-'));
  if (existsSync(path.join(folder, databaseFileName))) return folder;
  const unfinished = `${folder}-${process.pid}`;
  const bar = createProgressBar(`seeding ${posts} posts`, posts);
  const store = await openConfiguredStore({ DATA_DIR: unfinished }, { bulk: true });
  await seedLoadTest(store, { posts, comments, phrases, clients }, bar.update).finally(() => store.close());
  bar.end();
  renameSync(unfinished, folder);
  return folder;
}

/** Times requests with varying addresses. Passes every body to `onBody`. Throws on an error response. */
export async function timeRequests(
  addressOf: (run: number) => string,
  cookie: string,
  onBody: (body: Buffer) => void = () => {},
): Promise<Timing> {
  const times: number[] = [];
  for (let run = -warmUps; run < runs; run += 1) {
    const address = addressOf(Math.abs(run));
    const started = performance.now();
    const reply = await fetch(address, { headers: { cookie } });
    const body = Buffer.from(await reply.arrayBuffer());
    if (run >= 0) times.push(performance.now() - started);
    if (!reply.ok) throw new Error(`${address} returned ${reply.status}`);
    onBody(body);
  }
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** Building a search copy takes a minute or more per million posts. Data of older versions is updated first. */
async function waitUntilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/health`)).ok) await pause(500);
}

const format = ({ p50, p95 }: Timing): string => `${p50.toFixed(1)} / ${p95.toFixed(1)}`;

/**
 * Times the calls whose names match, on a backend with these settings and this many posts. `file`: the SQLite database, or the
 * SQLite database that was copied to PostgreSQL.
 */
async function timeAll(posts: number, environment: Environment, only: RegExp, file: string): Promise<Timings> {
  const account = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password };
  const config = readConfig({ ...account, ...environment });
  const { port, close } = await serve({ config, logger: pino({ level: 'silent' }), port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${port}`;
  const url = origin + apiBase;
  const timings: Timings = new Map();
  try {
    await waitUntilReady(url);
    const newestArrival = await addFeedAccounts(file, posts);
    // Adding accounts may take longer than the server keeps an idle connection, so let the connection close first.
    await pause(1000);
    for (const call of backendCalls(posts, newestArrival).filter(({ name }) => only.test(name))) {
      // A session ends before all calls are made.
      const { type, account } = viewers[call.as];
      const cookie = await signIn(origin, type, account);
      const timing = await timeRequests((run) => url + call.path(run), cookie);
      console.error(`${call.name}: ${format(timing)}`);
      timings.set(call.name.replace(/ \d+$/, ''), { ...timing, target: call.target });
    }
  } finally {
    await close();
  }
  return timings;
}

const noTiming: Timing = { p50: Number.NaN, p95: Number.NaN };

type Column = { head: string; posts: number; timings: Timings };

/**
 * Prints p50 / p95 in milliseconds, and marks a p95 over its target at a million posts. `ratio`: adds the ratio of two columns.
 */
function printTimings(columns: readonly Column[], ratio: boolean): void {
  printTable(
    ['p50 / p95, ms', ...columns.map(({ head }) => head), 'target p95', ...(ratio ? ['ratio of p50'] : [])],
    [...(columns[0]?.timings ?? [])].map(([name, { target }]) => {
      const timings = columns.map((column) => column.timings.get(name) ?? noTiming);
      const cells = timings.map(
        (timing, index) =>
          format(timing) + (columns[index]?.posts === 1_000_000 && timing.p95 > target ? ' (over)' : ''),
      );
      const [first = noTiming, second = noTiming] = timings;
      return [name, ...cells, String(target), ...(ratio ? [(second.p50 / first.p50).toFixed(2)] : [])];
    }),
  );
}

/** With DATABASE_URL, an empty database, compares the engines at the last size with the same posts. `comments`: beside the posts. */
export async function benchBackend(sizes: readonly number[], comments: number, only: RegExp): Promise<void> {
  const url = readSetting('DATABASE_URL', process.env);
  const columns: Column[] = [];
  for (const posts of url === null ? sizes : sizes.slice(-1)) {
    const folder = await prepareFolder({ posts, comments });
    const file = path.join(folder, databaseFileName);
    const head = url === null ? `${posts} posts` : 'SQLite';
    columns.push({ head, posts, timings: await timeAll(posts, { DATA_DIR: folder }, only, file) });
    if (url === null) continue;
    const report = { onProgress: () => {}, onChecked: () => {} };
    if (!(await migrateStore({ from: file, to: url }, { report }))) throw new Error('The copy differs');
    const environment = { DATA_DIR: `${folder}-postgres`, DATABASE_URL: url };
    columns.push({ head: 'PostgreSQL', posts, timings: await timeAll(posts, environment, only, file) });
  }
  printTimings(columns, url !== null);
}
