/**
 * `npm run bench -- load`: 32 connections for two minutes on the demo data. Fails on any 5xx or aborted response,
 * and when memory grows by more than a tenth from the end of the first minute to the end of the second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { buildIfChanged } from '../build.ts';
import { signIn, startEmbeddedConsole } from './servers.ts';

const connections = 32;
const minuteMs = 60_000;
const mayGrow = 1.1;

const failures = (outcome: Outcome): number =>
  [...outcome].filter(([status]) => status === 0 || status >= 500).reduce((sum, [, times]) => sum + times, 0);

export async function benchLoad(): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-load-'));
  const { url, usage, stop } = await startEmbeddedConsole(folder, { DEMO_DATA: '1' });
  const megabytes: number[] = [];
  let failed = 0;
  try {
    const cookie = await signIn(url, 'admin', demoAccounts.admin);
    for (const minute of ['first', 'second']) {
      const end = performance.now() + minuteMs;
      const outcome = await runMixedLoad({ url, cookie, connections }, () => performance.now() < end);
      failed += failures(outcome);
      megabytes.push((await usage()).rss / 2 ** 20);
      console.log(`${minute} minute: ${JSON.stringify([...outcome])}, ${megabytes.at(-1)?.toFixed(0)} MB`);
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const [first = Number.NaN, second = Number.NaN] = megabytes;
  if (failed > 0) throw new Error(`${failed} answers were 5xx or cut off`);
  if (!(second <= first * mayGrow)) throw new Error(`Memory has grown by ${((second / first - 1) * 100).toFixed(0)} %`);
}

/** Requests of an administrator's screens. */
const addresses = [
  '/ldvknf/posts',
  '/ldvknf/words',
  '/ldvknf/owners',
  '/ldserver/clients',
  '/profile',
  '/ldvknf/posts?text=%D0%BC%D0%B5%D1%82%D1%80%D0%BE',
  '/api/v1/vknf/posts/details?limit=20&offset=40&orderBy=post_dt&orderDirection=DESC',
  '/api/v1/vknf/posts/count?text=%D1%80%D0%B5%D0%BC%D0%BE%D0%BD%D1%82',
  '/api/v1/vknf/words/paginated?limit=100&offset=0&orderBy=word_id&orderDirection=DESC',
  '/api/v1/vknf/owners/details?limit=20&offset=0&orderBy=owner_id&orderDirection=ASC',
  '/api/v1/server/clients',
  '/api/v1/vknf/cities/search?q=%D0%BC%D0%BE%D1%81',
];

/** Responses by status; 0 counts aborted ones. */
type Outcome = Map<number, number>;

const ask = (agent: Agent, url: string, cookie: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent, headers: { cookie, 'accept-encoding': 'gzip' } }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
      reply.on('error', () => resolve(0));
    }).on('error', () => resolve(0));
  });

/** Sends requests while `goesOn`, called with the number of requests made, returns true. */
export async function runMixedLoad(
  { url, cookie, connections }: { url: string; cookie: string; connections: number },
  goesOn: (made: number) => boolean,
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const outcome: Outcome = new Map();
  let made = 0;
  const visit = async () => {
    while (goesOn(made)) {
      const address = addresses[made % addresses.length];
      made += 1;
      const status = await ask(agent, `${url}${address}`, cookie);
      outcome.set(status, (outcome.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, visit));
  agent.destroy();
  return outcome;
}
