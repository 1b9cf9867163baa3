/**
 * `npm run bench -- load --minutes 10`: 200 people of 20 clients read pages and lists, with a pause of five seconds after each,
 * while an administrator exports all posts repeatedly; then the same beside 10,000 idle connections. A server with 256 file
 * descriptors gets more connections than it can open. Fails on any error, a slow page, a refused idle connection, growing
 * memory, or a server that does not log that it refuses connections.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openConfiguredStore } from '../../server/backend/open-store.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import { apiBase } from '../../shared/api/call.ts';
import { minuteMs } from '../../shared/durations.ts';
import { pathOf } from '../../shared/routes.ts';
import { buildIfChanged } from '../build.ts';
import { demoAccounts } from '../demo/world/accounts.ts';
import { prepareFolder } from './backend-bench.ts';
import { printTable, quantile } from './figures.ts';
import { type BenchServer, signIn, startEmbeddedConsole } from './servers.ts';

const manyPeople = 200;
const accounts = 20;
const password = 'bench-client-1';
/** Each connection of a visitor may need another one to the backend. */
const fewPeople = 40;
/** People turn pages faster for a while, but not for ten minutes. */
const readingMs = 5000;
const pauseMs = 1000;
const idleConnections = 10_000;
/** See `limitConnections` in server/http/console-server.ts. */
const manyDescriptors = idleConnections + manyPeople + 1200;
const fewDescriptors = 256;
const slowMs = 300;
const idleMs = 30_000;

const pages = [
  pathOf('posts'),
  `${pathOf('posts')}?word=3`,
  `${pathOf('posts')}?text=%D1%80%D0%B5%D0%BC%D0%BE%D0%BD%D1%82`,
  pathOf('words'),
  pathOf('owners'),
  pathOf('people'),
  pathOf('analytics'),
  pathOf('profile'),
];
/** Every third request is a call; the number of calls has no common divisor with 3. */
const calls = [
  `${apiBase}/vknf/posts/details?limit=20&offset=40`,
  `${apiBase}/vknf/posts/count?word=3`,
  `${apiBase}/vknf/words/paginated/client?limit=100&offset=0`,
  `${apiBase}/vknf/posts/dates`,
];

type Figures = { pages: number[]; calls: number[]; exports: number; errors: string[] };

type Requests = { agent: Agent; signal?: AbortSignal };

/** Sends a GET and discards the body. Returns the status. */
async function read(url: string, cookie: string, requests: Requests): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  get(url, { ...requests, headers: { cookie, 'accept-encoding': 'gzip' } }, (reply) => {
    reply
      .resume()
      .on('end', () => resolve(reply.statusCode ?? 0))
      .on('error', reject);
  }).on('error', reject);
  return promise;
}

/** Gives clients a password. Returns their IDs. */
async function openAccounts(folder: string): Promise<string[]> {
  const store = await openConfiguredStore({ DATA_DIR: folder });
  const clientIds = (await store.clients.ids('')).slice(0, accounts);
  const hash = await hashPassword(password);
  for (const clientId of clientIds) await store.passwords.set({ type: 'client', clientId }, hash);
  await store.close();
  return clientIds;
}

type Cookies = { admin: string; clients: readonly string[] };

async function signInAll({ url }: BenchServer, clientIds: readonly string[]): Promise<Cookies> {
  const clients: string[] = [];
  // One after another: each takes processor time, and a call has a time limit.
  for (const client_id of clientIds) clients.push(await signIn(url, 'client', { client_id, password }));
  return { admin: await signIn(url, 'admin', demoAccounts.admin), clients };
}

async function holdLoad(server: BenchServer, cookies: Cookies, people: number, ms: number): Promise<Figures> {
  // The server closes idle connections after 5 s.
  const agent = new Agent({ keepAlive: true, maxSockets: people + 1, timeout: 4000 });
  const figures: Figures = { pages: [], calls: [], exports: 0, errors: [] };
  const end = performance.now() + ms;
  const ending = AbortSignal.timeout(ms);
  async function readOne(path: string, cookie: string, requests: Requests = { agent }): Promise<number> {
    const started = performance.now();
    const status = await read(server.url + path, cookie, requests).catch((error: Error) => error.message);
    if (status !== 200 && !requests.signal?.aborted) figures.errors.push(`${path}: ${status}`);
    return performance.now() - started;
  }
  async function person(number: number): Promise<void> {
    const cookie = cookies.clients[number % cookies.clients.length] ?? '';
    await pause((readingMs * number) / people);
    for (let turn = number; performance.now() < end; turn += 1) {
      const [list, times] = turn % 3 === 0 ? [calls, figures.calls] : [pages, figures.pages];
      times.push(await readOne(list[turn % list.length] ?? '', cookie));
      await pause(readingMs);
    }
  }
  /** The last export is aborted at the end. */
  async function exporter(): Promise<void> {
    const requests = { agent, signal: ending };
    for (; !ending.aborted; figures.exports += 1) {
      await readOne(`${pathOf('posts')}/export.csv`, cookies.admin, requests);
    }
  }
  await Promise.all([...Array.from({ length: people }, (_, number) => person(number)), exporter()]);
  agent.destroy();
  return figures;
}

/** Opens connections that send nothing; the server keeps them for 45 s. */
async function openIdle(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let number = 0; number < count; number += 1) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    sockets.push(socket);
    if (number % 100 === 0) await Promise.race([once(socket, 'connect').catch(() => {}), pause(pauseMs)]);
  }
  // Wait until the server has closed the connections that it refuses.
  await pause(pauseMs);
  return sockets;
}
const closeAll = (sockets: readonly Socket[]) => sockets.forEach((socket) => void socket.destroy());

/** One row of the table, and the faults of its run. */
async function measure(
  name: string,
  server: BenchServer,
  clientIds: readonly string[],
  ms: number,
  people = manyPeople,
) {
  const cookies = await signInAll(server, clientIds);
  const { pages: ofPages, calls: ofCalls, exports, errors: faults } = await holdLoad(server, cookies, people, ms);
  const times = ofPages.toSorted((a, b) => a - b);
  const p95 = quantile(times, 0.95);
  // With few people the server has just started, so its first calls take longer.
  if (p95 > slowMs && people === manyPeople) faults.push(`${name}: pages take ${p95.toFixed(0)} ms`);
  const rss = (await server.usage()).rss / 2 ** 20;
  const figures = [ofPages.length + ofCalls.length, exports, faults.length, quantile(times, 0.5), p95, rss];
  return { row: [name, ...figures.map((figure) => figure.toFixed(0)), loadavg()[0]?.toFixed(1) ?? ''], faults, rss };
}

/** A server with few descriptors must log one line that it refuses connections. */
async function measureFewDescriptors(folder: string, clientIds: readonly string[]) {
  const server = await startEmbeddedConsole(folder, fewDescriptors);
  closeAll(await openIdle(server.url, 2 * fewDescriptors));
  // Wait until the server has noticed that they are closed.
  await pause(pauseMs);
  const name = `after ${2 * fewDescriptors} connections with ${fewDescriptors} descriptors`;
  const after = await measure(name, server, clientIds, 10 * pauseMs, fewPeople);
  await server.stop();
  const [line = '', ...others] = server.errors;
  if (!line.includes('connections refused') || others.length > 0) after.faults.push(`${name}: ${server.errors}`);
  return after;
}

export async function benchLoad(minutes: number, posts: number): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const folder = await prepareFolder({ phrases: 1000, posts, clients: 100 });
  const clientIds = await openAccounts(folder);
  const server = await startEmbeddedConsole(folder, manyDescriptors);
  const half = (minutes * minuteMs) / 2;
  const first = await measure('first half', server, clientIds, half);
  const second = await measure('second half', server, clientIds, half);
  const idle = await openIdle(server.url, idleConnections);
  const refused = idle.filter(({ closed }) => closed).length;
  const beside = await measure(`beside ${idleConnections - refused} idle connections`, server, clientIds, idleMs);
  closeAll(idle);
  await server.stop();
  const results = [first, second, beside, await measureFewDescriptors(folder, clientIds)];
  printTable(
    ['load', 'requests', 'exports', 'faults', 'pages, p50, ms', 'p95, ms', 'MB', 'load average'],
    results.map(({ row }) => row),
  );
  const faults = [
    ...results.flatMap((result) => result.faults),
    ...(refused > 0 ? [`${refused} idle connections were refused`] : []),
    ...(second.rss > first.rss * 1.1 ? ['memory grows under load'] : []),
  ];
  if (faults.length > 0) throw new Error(`${faults.length} faults: ${faults.slice(0, 5).join('; ')}`);
}
