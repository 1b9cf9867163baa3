import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { loadTestOwner } from '../../server/backend/demo/load-test.ts';
import { createRandom } from '../../server/backend/demo/random.ts';
import { formatQuery, type Query } from '../../shared/list-query.ts';
import { pathOf } from '../../shared/routes.ts';
import { lastDays } from '../../shared/rules/days.ts';
import { buildIfChanged } from '../build.ts';
import { prepareFolder } from './backend-bench.ts';
import { at, commonWords } from './backend-calls.ts';
import { type BenchServer, startEmbeddedConsole } from './servers.ts';
import { signIn } from './sign-in.ts';

const runs = 60;
const warmUps = 6;
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

type Figures = { p50: number; p95: number; gzip: number };

async function timePage({ url }: BenchServer, cookie: string, page: BenchPage): Promise<Figures> {
  const times: number[] = [];
  let gzip = 0;
  for (let run = -warmUps; run < runs; run += 1) {
    const address = url + page.path(Math.abs(run));
    const started = performance.now();
    const reply = await fetch(address, { headers: { cookie } });
    const html = await reply.text();
    if (!reply.ok || !html.includes('<figure')) throw new Error(`${address} returned ${reply.status} without a figure`);
    gzip = Math.max(gzip, gzipSync(html).length);
    if (run >= 0) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { p50: quantile(0.5), p95: quantile(0.95), gzip };
}

/** Pages of a capability exist as soon as the console knows the backend's capabilities. */
async function waitForPages({ url }: BenchServer, cookie: string): Promise<void> {
  while (!(await fetch(url + pathOf('analytics'), { headers: { cookie } })).ok) {
    await fetch(`${url}${pathOf('profile')}`, { headers: { cookie } });
  }
}

/** Prints a Markdown table; a p95 over the target is marked. */
export async function benchPages(posts = 1_000_000, only = /./): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const { admin, clients } = demoAccounts;
  const server = await startEmbeddedConsole(await prepareFolder(posts));
  try {
    const cookies: Record<Role, string> = {
      admin: await signIn(server.url, 'admin', admin),
      client: await signIn(server.url, 'client', clients[0]),
    };
    await waitForPages(server, cookies.admin);
    console.log('| page | p50, ms | p95, ms | HTML, KiB gzip |\n|---|--:|--:|--:|');
    for (const page of pages.filter(({ name }) => only.test(name))) {
      const { p50, p95, gzip } = await timePage(server, cookies[page.as], page);
      const over = p95 > target ? ' (over)' : '';
      console.log(`| ${page.name} | ${p50.toFixed(1)} | ${p95.toFixed(1)}${over} | ${(gzip / 1024).toFixed(1)} |`);
    }
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { posts: { type: 'string' }, only: { type: 'string' } } });
  await benchPages(values.posts === undefined ? undefined : Number(values.posts), new RegExp(values.only ?? '.'));
}
