/**
 * `npm run bench -- pages` measures the weight and the speed of every page, in the browser and under load, memory, and whole
 * pages of analytics and cards on a large database (`--posts 1000000`). `--quick` shortens it.
 */
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import type { Browser } from 'playwright-core';
import { formatQuery, type Query } from '../../shared/list-query.ts';
import { pathOf, routes } from '../../shared/routes.ts';
import { lastDays } from '../../shared/rules/days.ts';
import { buildIfChanged } from '../build.ts';
import { loadTestOwner } from '../demo/load-test.ts';
import { demoAccounts } from '../demo/world/accounts.ts';
import { createRandom } from '../demo/world/random.ts';
import { type DataSize, prepareFolder, timeRequests } from './backend-bench.ts';
import { at, commonWords } from './backend-calls.ts';
import { openSlowly, readVisit, type VisitFigures, withChromium } from './browser.ts';
import { median, printTable } from './figures.ts';
import { type BenchServer, signIn, startEmbeddedConsole } from './servers.ts';

/** `cookie` is the administrator's session. */
type Setup = { server: BenchServer; cookie: string };
type Extent = { rounds: number; seconds: number };

const connections = 32;
const kib = (bytes: number): string => (bytes / 1024).toFixed(1);
const ms = (milliseconds: number): string => milliseconds.toFixed(milliseconds < 10 ? 2 : 0);

/** Returns the server's timing of a page: guard, load, render. */
async function readServerTiming(server: BenchServer, path: string, cookie: string): Promise<string> {
  const splits: string[][] = [];
  for (let run = 0; run < 15; run += 1) {
    const response = await fetch(server.url + path, { headers: { cookie } });
    await response.arrayBuffer();
    splits.push((response.headers.get('server-timing') ?? '').split(', '));
  }
  const names = ['guard', 'load', 'render'];
  const stage = (split: string[], name: string) =>
    Number(split.find((part) => part.startsWith(`${name};`))?.split('=')[1] ?? 0);
  return names.map((name) => ms(median(splits.map((split) => stage(split, name))))).join(' / ');
}

/**
 * Requests per second and CPU milliseconds per request. Throws on any error response, which would make the figures meaningless.
 */
async function measureLoad(server: BenchServer, path: string, seconds: number, headers: Record<string, string>) {
  const url = server.url + path;
  await autocannon({ url, connections, duration: 1, headers });
  const before = await server.usage();
  const result = await autocannon({ url, connections, duration: seconds, headers });
  const { cpu } = await server.usage();
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} failed`);
  return { perSecond: result.requests.average, cpu: (cpu - before.cpu) / result['2xx'] };
}

async function visit(browser: Browser, rounds: number, url: string, cookie: string) {
  const visits: VisitFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await openSlowly(browser, url, cookie);
    visits.push(await readVisit(page));
    await page.context().close();
  }
  return (name: keyof VisitFigures) => median(visits.map((figures) => figures[name]));
}

async function benchWeight(browser: Browser, { rounds, seconds }: Extent, setup: Setup): Promise<void> {
  const rows: string[][] = [];
  const { server } = setup;
  // `benchLargePages` measures the pages of our own backend.
  for (const route of routes.filter(({ on }) => on === 'both')) {
    const cookie = route.access === 'public' ? '' : setup.cookie;
    const of = await visit(browser, rounds, server.url + route.path, cookie);
    const load = await measureLoad(server, route.path, seconds, { cookie, 'accept-encoding': 'gzip' });
    rows.push([
      route.path,
      String(of('requests')),
      kib(of('scriptBytes')),
      `${kib(of('htmlBytes'))} / ${kib(of('htmlDecodedBytes'))}`,
      await readServerTiming(server, route.path, cookie),
      `${load.perSecond.toFixed(0)} / ${ms(load.cpu)}`,
      `${ms(of('firstPaint'))} / ${ms(of('largestPaint'))}`,
      of('shift').toFixed(3),
    ]);
  }
  printTable(
    [
      'page',
      'requests',
      'script, KiB',
      'HTML / decoded, KiB',
      'guard / load / render, ms',
      'requests/s / CPU, ms',
      'FCP / LCP, ms',
      'shift',
    ],
    rows,
  );
}

/** Measures memory after each of two minutes under load. Throws when it grows by more than a tenth in the second one. */
async function benchMemory({ seconds }: Extent, { server, cookie }: Setup): Promise<void> {
  const megabytes: number[] = [];
  for (let minute = 1; minute <= 2; minute += 1) {
    await measureLoad(server, pathOf('posts'), 3 * seconds, { cookie, 'accept-encoding': 'gzip' });
    await measureLoad(server, pathOf('words'), 3 * seconds, { cookie, 'accept-encoding': 'gzip' });
    megabytes.push((await server.usage()).rss / 2 ** 20);
  }
  const [first = Number.NaN, second = Number.NaN] = megabytes;
  console.log(`memory under load: ${ms(first)} MB, then ${ms(second)} MB\n`);
  if (!(second <= first * 1.1)) throw new Error('Memory grows under load');
}

/** The maximum p95 at a million posts, in milliseconds. */
const target = 80;

type Role = 'admin' | 'client';
type BenchPage = { name: string; as: Role; path: (run: number) => string };

const days = (count: number) => lastDays(count, new Date().toISOString().slice(0, 10));
const analytics = (name: string, as: Role, query: (run: number) => Query): BenchPage => ({
  name: `analytics, ${name}`,
  as,
  path: (run) => pathOf('analytics') + formatQuery(query(run)),
});
const card = (name: string, as: Role, route: 'word-card' | 'owner-card', idOf: (run: number) => number): BenchPage => ({
  name: `card of ${name}`,
  as,
  path: (run) => pathOf(route).replace('{id}', String(idOf(run))),
});

/** Phrases of the demo's first client (seed-load-test.ts). */
const ownPhrase = (run: number): number => 1 + 1000 * (run % 10);

const pages: BenchPage[] = [
  analytics('30 days', 'admin', () => days(30)),
  analytics('90 days', 'admin', () => days(90)),
  analytics('366 days', 'admin', () => days(366)),
  analytics('366 days, a client', 'client', () => days(366)),
  analytics('366 days, six phrases', 'admin', (run) => ({ ...days(366), words: `1,2,3,4,5,${6 + run}` })),
  analytics('366 days, search, common', 'admin', (run) => ({ ...days(366), text: at(commonWords, run) })),
  card('a phrase', 'admin', 'word-card', (run) => 1 + createRandom(run).int(10_000)),
  card('a large phrase', 'admin', 'word-card', (run) => 1 + (run % 3)),
  card('a phrase, a client', 'client', 'word-card', ownPhrase),
  card('a source', 'admin', 'owner-card', (run) => loadTestOwner((run * 31) % 1000).ownerId),
  card('a large source', 'admin', 'owner-card', (run) => loadTestOwner(run % 3).ownerId),
  card('a large source, a client', 'client', 'owner-card', (run) => loadTestOwner(run % 3).ownerId),
];

/** Waits until the console knows the kind of the backend: pages of our own backend exist only then. */
async function waitForPages({ url }: BenchServer, cookie: string): Promise<void> {
  while (!(await fetch(url + pathOf('analytics'), { headers: { cookie } })).ok) {
    await fetch(`${url}${pathOf('profile')}`, { headers: { cookie } });
  }
}

/** Runs `act` on the built console with an embedded backend of this size, and stops it. */
async function withConsole(size: DataSize, act: (setup: Setup) => Promise<void>): Promise<void> {
  const server = await startEmbeddedConsole(await prepareFolder(size));
  try {
    await act({ server, cookie: await signIn(server.url, 'admin', demoAccounts.admin) });
  } finally {
    await server.stop();
  }
}

/** Marks a p95 over the target. */
async function benchLargePages({ server, cookie }: Setup): Promise<void> {
  const cookies: Record<Role, string> = {
    admin: cookie,
    client: await signIn(server.url, 'client', demoAccounts.clients[0]),
  };
  await waitForPages(server, cookie);
  const rows: string[][] = [];
  for (const page of pages) {
    let gzip = 0;
    const { p50, p95 } = await timeRequests(
      (run) => server.url + page.path(run),
      cookies[page.as],
      (html) => {
        if (!html.includes('<figure')) throw new Error(`${page.name} has no figure`);
        gzip = Math.max(gzip, gzipSync(html).length);
      },
    );
    rows.push([page.name, p50.toFixed(1), p95.toFixed(1) + (p95 > target ? ' (over)' : ''), kib(gzip)]);
  }
  printTable(['page', 'p50, ms', 'p95, ms', 'HTML, KiB gzip'], rows);
}

export async function benchPages({ isQuick, posts }: { isQuick: boolean; posts: number }): Promise<void> {
  const extent = isQuick ? { rounds: 1, seconds: 1 } : { rounds: 3, seconds: 10 };
  await buildIfChanged({ mode: 'production' });
  await withConsole({ phrases: 1000, posts: 20_000, clients: 100 }, (setup) =>
    withChromium(async (browser) => {
      await benchWeight(browser, extent, setup);
      await benchMemory(extent, setup);
    }),
  );
  await withConsole({ posts }, benchLargePages);
}
