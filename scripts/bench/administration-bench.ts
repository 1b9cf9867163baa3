/**
 * `npm run bench -- administration` (alone: `node scripts/bench/administration-bench.ts [--only clients]`) times every screen of
 * the administration through the built console at 10,000 phrases, 1,000 clients and 1,000,000 posts, and then the feed while
 * 5,000 phrases are frozen and activated as the dialog does it.
 */
import { constants, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { openStore } from '../../server/backend/open-store.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { apiBase } from '../../shared/api/call.ts';
import type { BulkAction } from '../../shared/api/word-changes.ts';
import { bulkMax } from '../../shared/rules/limits.ts';
import { buildIfChanged } from '../build.ts';
import { addAdministration, ruledClient } from './administration-data.ts';
import { administrationScreens, type BenchScreen } from './administration-screens.ts';
import { prepareFolder } from './backend-bench.ts';
import { quantile } from './quantile.ts';
import { type BenchServer, startEmbeddedConsole } from './servers.ts';
import { signIn } from './sign-in.ts';
import { printTable } from './table.ts';
import { createSender, type Sender } from './timed-requests.ts';

const { admin, clients } = demoAccounts;
const usualRuns = 60;
const warmUps = 5;
const frozenPhrases = 5000;
const idleMs = 10_000;
const pauseMs = 20;
/** Of p95, in milliseconds; of the HTML of a page, in bytes. */
const limits = { screen: 50, feed: 60, bytes: 12 * 1024 };

type Senders = Record<BenchScreen['as'], Sender>;

const ascending = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);
const marked = (text: string, isOver: boolean): string => (isOver ? `**${text}**` : text);
const ms = (time: number, limit = Number.POSITIVE_INFINITY): string => marked(time.toFixed(1), time > limit);

/** Copies the seeded database, because the bench changes it. */
async function prepareCopy(folder: string): Promise<void> {
  const seeded = path.join(await prepareFolder(1_000_000), databaseFileName);
  // Migrates and removes the write-ahead log.
  await openStore(seeded).close();
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, databaseFileName);
  copyFileSync(seeded, file, constants.COPYFILE_FICLONE);
  addAdministration(file, Date.now());
}

async function timeScreen(server: BenchServer, sender: Sender, { name, request, runs = usualRuns }: BenchScreen) {
  for (let run = 0; run < warmUps && runs === usualRuns; run += 1) await sender.send(request(run));
  const times: number[] = [];
  let largest = 0;
  const before = await server.usage();
  for (let run = 0; run < runs; run += 1) {
    const { ms, bytes } = await sender.send(request(run));
    times.push(ms);
    largest = Math.max(largest, bytes);
  }
  const cpu = ((await server.usage()).cpu - before.cpu) / runs;
  const sorted = ascending(times);
  const isPage = !request(0).path.startsWith(apiBase);
  const kib = marked((largest / 1024).toFixed(1), isPage && largest > limits.bytes);
  return [name, ms(quantile(sorted, 0.5)), ms(quantile(sorted, 0.95), limits.screen), ms(cpu), kib];
}

/** Asks for the addresses in turn, with pauses, until the work ends. Returns the times of each. */
async function timeUntil(work: Promise<unknown>, sender: Sender, addresses: readonly string[]): Promise<number[][]> {
  let running = true;
  const end = work.finally(() => {
    running = false;
  });
  const times = addresses.map((): number[] => []);
  for (let turn = 0; running; turn = (turn + 1) % addresses.length) {
    times[turn]?.push((await sender.send({ path: addresses[turn] ?? '' })).ms);
    await wait(pauseMs);
  }
  await end;
  return times.map(ascending);
}

const feed = ['/ldvknf/posts', `${apiBase}/vknf/posts/details?limit=20&copies=hide`];
const otherNames = ['feed', 'feed, the call alone', 'phrases'];

/** A client reads the feed and another administrator the phrases. */
const timeOthers = async (senders: Senders, work: Promise<unknown>): Promise<number[][]> =>
  (
    await Promise.all([timeUntil(work, senders.client, feed), timeUntil(work, senders.admin, ['/ldvknf/words'])])
  ).flat();

/** Three times, for enough requests of others meanwhile. */
const actions: readonly BulkAction[] = ['freeze', 'activate', 'freeze', 'activate', 'freeze', 'activate'];

/** Freezes and activates the phrases, in calls as the dialog makes them. */
async function changePhrases(sender: Sender, ids: readonly number[]): Promise<number[]> {
  const times: number[] = [];
  for (const Action of actions) {
    for (let start = 0; start < ids.length; start += bulkMax) {
      const body = { Action, WordIDs: ids.slice(start, start + bulkMax) };
      times.push((await sender.send({ path: `${apiBase}/vknf/words/bulk`, body })).ms);
    }
  }
  return ascending(times);
}

async function timeFreeze(server: BenchServer, senders: Senders, cookie: string): Promise<string[][]> {
  const reply = await fetch(`${server.url}${apiBase}/vknf/words/ids?state=ready`, { headers: { cookie } });
  const { ids } = (await reply.json()) as { ids: number[] };
  const row = (name: string, times: readonly number[], limit?: number) => [
    name,
    String(times.length),
    ms(quantile(times, 0.5)),
    ms(quantile(times, 0.95), limit),
    ms(quantile(times, 1)),
  ];
  const idle = await timeOthers(senders, wait(idleMs));
  const changing = changePhrases(senders.admin, ids.slice(0, frozenPhrases));
  const during = await timeOthers(senders, changing);
  return [
    ...otherNames.map((name, index) => row(`${name}, before`, idle[index] ?? [])),
    ...otherNames.map((name, index) => row(`${name}, during the change`, during[index] ?? [], limits.feed)),
    row('call for 100 phrases', await changing),
  ];
}

async function measure(server: BenchServer, only: RegExp): Promise<void> {
  const cookie = await signIn(server.url, 'admin', admin);
  const senders: Senders = {
    admin: createSender(server.url, cookie),
    client: createSender(server.url, await signIn(server.url, 'client', clients[0])),
    ruled: createSender(server.url, await signIn(server.url, 'client', ruledClient)),
  };
  const rows: string[][] = [];
  for (const screen of administrationScreens.filter(({ name }) => only.test(name))) {
    rows.push(await timeScreen(server, senders[screen.as], screen));
  }
  printTable(['screen', 'p50, ms', 'p95, ms', 'CPU, ms', 'gzip, KiB'], rows);
  if (only.test('freeze')) {
    printTable(['', 'requests', 'p50, ms', 'p95, ms', 'max, ms'], await timeFreeze(server, senders, cookie));
  }
  for (const sender of Object.values(senders)) sender.close();
}

export async function benchAdministration(only = /./): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const folder = path.resolve(`data/bench/administration-${process.pid}`);
  try {
    await prepareCopy(folder);
    // Nothing is due, so that nothing is collected.
    const server = await startEmbeddedConsole(folder, {
      VK_SERVICE_KEY: 'service-key',
      VK_API_ORIGIN: 'http://127.0.0.1:9',
    });
    try {
      await measure(server, only);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  await benchAdministration(new RegExp(values.only ?? '.'));
}
