/**
 * `npm run bench -- backend` times the embedded backend's read calls over HTTP at several sizes. The databases are
 * seeded once, into data/bench. Alone: `node scripts/bench/backend-bench.ts [--sizes 10000,100000] [--only histogram]`.
 */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { seedLoadTest } from '../../server/backend/demo/load-test.ts';
import { openConfiguredStore } from '../../server/backend/open-store.ts';
import { serve } from '../../server/backend/serve.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { type Environment, readConfig } from '../../server/platform/settings.ts';
import { authPaths } from '../../shared/api/auth.ts';
import { apiBase } from '../../shared/api/call.ts';
import type { UserType } from '../../shared/roles.ts';
import { createProgressBar } from '../progress-bar.ts';
import { type BenchCall, backendCalls } from './backend-calls.ts';
import { addFeedAccounts, mutingAdmin, readingAdmin } from './feed-accounts.ts';
import { feedCalls } from './feed-calls.ts';
import { insightCalls } from './insight-calls.ts';
import { quantile } from './quantile.ts';

const runs = 60;
const warmUps = 5;
const { admin, clients } = demoAccounts;

type Timing = { p50: number; p95: number };
export type Timings = Map<string, Timing & { target: number }>;

/** Seeds under another name first, so that an interrupted seed is never taken for a complete one. */
export async function prepareFolder(posts: number): Promise<string> {
  const folder = path.resolve('data/bench', String(posts));
  if (existsSync(path.join(folder, databaseFileName))) return folder;
  const unfinished = `${folder}-${process.pid}`;
  const bar = createProgressBar(`seeding ${posts} posts`, posts);
  await seedLoadTest(
    () => openConfiguredStore({ DATA_DIR: unfinished }, { bulk: true }),
    { posts, phrases: 10_000, clients: 1000 },
    bar.update,
  );
  bar.end();
  renameSync(unfinished, folder);
  return folder;
}

async function signIn(url: string, type: UserType, body: object): Promise<string> {
  const reply = await fetch(url + authPaths.login[type], {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`The sign-in as ${type} returned ${reply.status}`);
  const lines = reply.headers.getSetCookie();
  return lines.map((line) => line.split(';')[0]).join('; ');
}

async function timeCall(url: string, cookie: string, call: BenchCall): Promise<Timing> {
  const times: number[] = [];
  for (let run = -warmUps; run < runs; run += 1) {
    const started = performance.now();
    const reply = await fetch(url + call.path(Math.abs(run)), { headers: { cookie } });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${call.path(run)} returned ${reply.status}`);
    if (run >= 0) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** A search copy takes a minute or more per million posts. */
async function waitUntilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/health`)).ok) await pause(500);
}

/**
 * Times the calls whose names match, on a backend with these settings, whose database has that many posts. `file`: the SQLite
 * database, or the one that was copied to PostgreSQL.
 */
export async function timeAll(
  posts: number,
  environment: Environment,
  only = /./,
  file = path.join(environment.DATA_DIR ?? '', databaseFileName),
): Promise<Timings> {
  const account = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password };
  const config = readConfig({ ...account, ...environment });
  const { port, close } = await serve({
    config,
    logger: pino({ level: 'silent' }),
    port: 0,
    host: '127.0.0.1',
  });
  const url = `http://127.0.0.1:${port}${apiBase}`;
  const timings: Timings = new Map();
  try {
    const newestArrival = await addFeedAccounts(file, posts);
    await waitUntilReady(url);
    const cookies = {
      admin: await signIn(url, 'admin', admin),
      muting: await signIn(url, 'admin', mutingAdmin),
      reading: await signIn(url, 'admin', readingAdmin),
      client: await signIn(url, 'client', clients[0]),
    };
    const calls = [...backendCalls(posts), ...feedCalls(newestArrival), ...insightCalls];
    for (const call of calls.filter(({ name }) => only.test(name))) {
      timings.set(call.name.replace(/ \d+$/, ''), {
        ...(await timeCall(url, cookies[call.as], call)),
        target: call.target,
      });
    }
  } finally {
    await close();
  }
  return timings;
}

/** Prints a Markdown table; a p95 over its target at a million posts is marked. */
export async function benchBackend(sizes: readonly number[] = [10_000, 100_000, 1_000_000], only = /./): Promise<void> {
  const columns: Timings[] = [];
  for (const size of sizes) columns.push(await timeAll(size, { DATA_DIR: await prepareFolder(size) }, only));
  const numbers = new Intl.NumberFormat('en-US');
  console.log(`| p50 / p95, ms | ${sizes.map((size) => `${numbers.format(size)} posts`).join(' | ')} | target p95 |`);
  console.log(`|---|${sizes.map(() => '---|').join('')}---|`);
  for (const [name, { target }] of columns[0] ?? []) {
    const cells = columns.map((column, index) => {
      const { p50 = Number.NaN, p95 = Number.NaN } = column.get(name) ?? {};
      const over = sizes[index] === 1_000_000 && p95 > target ? ' (over)' : '';
      return `${p50.toFixed(1)} / ${p95.toFixed(1)}${over}`;
    });
    console.log(`| ${name} | ${cells.join(' | ')} | ${target} |`);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { sizes: { type: 'string' }, only: { type: 'string' } } });
  await benchBackend(values.sizes?.split(',').map(Number), new RegExp(values.only ?? '.'));
}
