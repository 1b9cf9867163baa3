/**
 * `npm run bench -- export [--posts 100000]` exports all posts as CSV and XLSX
 * through the built console: alone for time, memory above idle and the rows against the database, and again while another user
 * makes calls, for the times of these.
 */
import { createReadStream, createWriteStream, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { apiBase } from '../../shared/api/call.ts';
import { buildIfChanged } from '../build.ts';
import { prepareFolder } from './backend-bench.ts';
import { printTable, quantile } from './figures.ts';
import { type BenchServer, signIn, startEmbeddedConsole } from './servers.ts';

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
  const rows: string[][] = [];
  for (const format of formats) {
    const { firstByteMs, seconds, megabytes } = await downloadAlone(server, cookies, files[format]);
    const { rows: read, sum } = await sumFile(files[format]);
    const equal = read === stored.rows && sum === stored.sum ? 'equal' : `DIFFERENT: ${read}, ${sum}`;
    rows.push([format, firstByteMs.toFixed(0), seconds.toFixed(0), (megabytes - idle).toFixed(0), equal]);
  }
  printTable(['format', 'first byte, ms', 's', 'MB above idle', 'rows, checksum'], rows);
}

/** The times of the other user's calls without an export. */
function timeIdle({ url }: BenchServer, { client }: Cookies): Promise<number[][]> {
  const end = performance.now() + idleMs;
  return timeOthers(url, client, () => performance.now() < end);
}

/** Compares the calls of another user during an export with those before it. */
async function benchOthers(server: BenchServer, cookies: Cookies, files: Files): Promise<void> {
  const idleTimes = await timeIdle(server, cookies);
  const rows: string[][] = [];
  for (const format of formats) {
    const times = await timeOthersDuring(server, cookies, files[format]);
    const ratio = (part: number) => `${(sumOf(times, part) / sumOf(idleTimes, part)).toFixed(2)} ×`;
    rows.push([format, ratio(0.5), ratio(0.95)]);
  }
  printTable(['format', 'others p50', 'others p95'], rows);
}

export async function benchExport(posts: number): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const data = await prepareFolder({ posts });
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

/** Counts the posts of an exported file and sums their checksums, for a comparison with the database. */
type Checksum = { rows: number; sum: number };

const sumLimit = 2 ** 48;
const add = (total: Checksum, id: string): Checksum => ({
  rows: total.rows + 1,
  sum: (total.sum + crc32(id)) % sumLimit,
});

const none: Checksum = { rows: 0, sum: 0 };

/** The first file of the archive, which is the sheet with the data. */
function openSheet(path: string): Readable {
  const head = Buffer.alloc(30);
  readSync(openSync(path, 'r'), head);
  const start = 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  return createReadStream(path, { start }).pipe(createInflateRaw());
}

/** Reads the links of the column «Ссылка». */
async function sumFile(path: string): Promise<Checksum> {
  const file = path.endsWith('.xlsx') ? openSheet(path) : createReadStream(path);
  let total = none;
  let rest = '';
  for await (const chunk of file.setEncoding('utf8')) {
    const text = rest + chunk;
    let end = 0;
    for (const link of text.matchAll(/vk\.com\/wall(-?\d+_\d+)[<\r]/g)) {
      total = add(total, link[1] ?? '');
      end = link.index + link[0].length;
    }
    rest = text.slice(Math.max(end, text.length - 100));
  }
  return total;
}

function sumDatabase(file: string): Checksum {
  const db = new DatabaseSync(file, { readOnly: true });
  const ids = db
    .prepare(
      `SELECT iif(owner_type = 'user', abs(owner_id), -abs(owner_id)) || '_' || post_id AS id
       FROM posts LEFT JOIN owners USING (owner_id)
       WHERE word_id IN (SELECT word_id FROM words WHERE deleted_at IS NULL)`,
    )
    .iterate();
  let total = none;
  for (const { id } of ids) total = add(total, String(id));
  db.close();
  return total;
}
