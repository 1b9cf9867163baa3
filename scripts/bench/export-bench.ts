/**
 * `npm run bench -- export` (alone: `node scripts/bench/export-bench.ts [--posts 100000]`) exports all posts as CSV and XLSX
 * through the built console: alone for time, memory above idle and the rows against the database, and again while another user
 * makes calls, for the times of these.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { apiBase } from '../../shared/api/call.ts';
import { buildIfChanged } from '../build.ts';
import { prepareFolder } from './backend-bench.ts';
import { type Checksum, sumDatabase, sumFile } from './exported-posts.ts';
import { quantile } from './quantile.ts';
import { type BenchServer, startEmbeddedConsole } from './servers.ts';
import { signIn } from './sign-in.ts';

const { admin, clients } = demoAccounts;
const address = '/ldvknf/posts/export';
const idleMs = 10_000;
const pauseMs = 20;
const sampleMs = 100;

/** Calls of another user, each a page or a call of the API. */
const others = [
  '/ldvknf/posts',
  '/ldvknf/words',
  `${apiBase}/vknf/posts/details?limit=20&offset=0`,
  `${apiBase}/vknf/posts/count?text=метро`,
  `${apiBase}/vknf/words/paginated/client?limit=100&offset=0`,
];

/** Makes the calls in turn until `goOn` returns false; returns the sorted times of each. */
async function timeOthers(url: string, cookie: string, goOn: () => boolean): Promise<number[][]> {
  const times = others.map((): number[] => []);
  for (let turn = 0; goOn(); turn += 1) {
    const started = performance.now();
    const response = await fetch(url + others[turn % others.length], { headers: { cookie } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${response.url} returned ${response.status}`);
    times[turn % others.length]?.push(performance.now() - started);
    await wait(pauseMs);
  }
  return times.map((list) => list.toSorted((a, b) => a - b));
}

const sumOf = (times: number[][], part: number) => times.reduce((sum, list) => sum + quantile(list, part), 0);

type Cookies = { admin: string; client: string };
type Download = { firstByteMs: number; seconds: number };

/** The file's extension is the format. */
async function download({ url }: BenchServer, cookie: string, file: string): Promise<Download> {
  const started = performance.now();
  const response = await fetch(`${url}${address}${path.extname(file)}?copies=show`, { headers: { cookie } });
  if (!response.ok || !response.body) throw new Error(`The export returned ${response.status}`);
  const firstByteMs = performance.now() - started;
  await pipeline(response.body as AsyncIterable<Uint8Array>, createWriteStream(file));
  return { firstByteMs, seconds: (performance.now() - started) / 1000 };
}

async function downloadAlone(server: BenchServer, { admin }: Cookies, file: string) {
  let [peak, running] = [0, true];
  const sample = async () => {
    for (; running; await wait(sampleMs)) peak = Math.max(peak, (await server.usage()).rss);
  };
  const run = download(server, admin, file).finally(() => {
    running = false;
  });
  const [result] = await Promise.all([run, sample()]);
  return { ...result, megabytes: peak / 2 ** 20 };
}

/** Returns the times of the other user's calls. */
async function timeOthersDuring(server: BenchServer, cookies: Cookies, file: string): Promise<number[][]> {
  let running = true;
  const run = download(server, cookies.admin, file).finally(() => {
    running = false;
  });
  const [times] = await Promise.all([timeOthers(server.url, cookies.client, () => running), run]);
  return times;
}

/** Returns the milliseconds from leaving until the next export may begin. */
async function timeCancel({ url }: BenchServer, cookie: string): Promise<number> {
  const leaving = new AbortController();
  const response = await fetch(`${url}${address}.xlsx?copies=show`, { headers: { cookie }, signal: leaving.signal });
  await wait(2000);
  const started = performance.now();
  leaving.abort();
  await response.arrayBuffer().catch(() => undefined);
  for (;;) {
    const state = (await (await fetch(`${url}${address}`, { headers: { cookie } })).json()) as object;
    if (!('running' in state)) return performance.now() - started;
  }
}

const formats = ['csv', 'xlsx'] as const;
type Files = Record<(typeof formats)[number], string>;

/** Before the runs with other calls, because the memory that these leave is not the export's. */
async function benchAlone(server: BenchServer, cookies: Cookies, files: Files, stored: Checksum): Promise<void> {
  const idle = (await server.usage()).rss / 2 ** 20;
  console.log(`${stored.rows} rows, checksum ${stored.sum}; ${idle.toFixed(0)} MB idle.\n`);
  console.log('| format | first byte, ms | s | MB above idle | rows, checksum |');
  console.log('|---|--:|--:|--:|---|');
  for (const format of formats) {
    const { firstByteMs, seconds, megabytes } = await downloadAlone(server, cookies, files[format]);
    const { rows, sum } = await sumFile(files[format]);
    const equal = rows === stored.rows && sum === stored.sum ? 'equal' : `DIFFERENT: ${rows}, ${sum}`;
    const figures = [firstByteMs.toFixed(0), seconds.toFixed(0), (megabytes - idle).toFixed(0), equal];
    console.log(`| ${[format, ...figures].join(' | ')} |`);
  }
}

/** The times of the other user's calls without an export. */
function timeIdle({ url }: BenchServer, { client }: Cookies): Promise<number[][]> {
  const end = performance.now() + idleMs;
  return timeOthers(url, client, () => performance.now() < end);
}

/** Compares the calls of another user during an export with those before it. */
async function benchOthers(server: BenchServer, cookies: Cookies, files: Files): Promise<void> {
  const idleTimes = await timeIdle(server, cookies);
  console.log('\n| format | others p50 | others p95 |');
  console.log('|---|--:|--:|');
  for (const format of formats) {
    const times = await timeOthersDuring(server, cookies, files[format]);
    const ratio = (part: number) => `${(sumOf(times, part) / sumOf(idleTimes, part)).toFixed(2)} ×`;
    console.log(`| ${[format, ratio(0.5), ratio(0.95)].join(' | ')} |`);
  }
}

export async function benchExport(posts = 1_000_000): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const data = await prepareFolder(posts);
  const stored = sumDatabase(path.join(data, databaseFileName));
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-export-'));
  const files = { csv: path.join(folder, 'posts.csv'), xlsx: path.join(folder, 'posts.xlsx') };
  const server = await startEmbeddedConsole(data);
  try {
    const cookies = {
      admin: await signIn(server.url, 'admin', admin),
      client: await signIn(server.url, 'client', clients[0]),
    };
    await timeIdle(server, cookies);
    await benchAlone(server, cookies, files, stored);
    await benchOthers(server, cookies, files);
    console.log(`\nCancelled after ${(await timeCancel(server, cookies.admin)).toFixed(0)} ms.`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { posts: { type: 'string' } } });
  await benchExport(values.posts === undefined ? undefined : Number(values.posts));
}
