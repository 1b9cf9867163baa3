/**
 * `npm run bench -- load`: 32 connections for two minutes on the demo data. Fails on any 5xx or aborted response,
 * and when memory grows by more than a tenth from the end of the first minute to the end of the second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { buildIfChanged } from '../build.ts';
import { signIn, startEmbeddedConsole } from './servers.ts';

const minuteSeconds = 60;
const mayGrow = 1.1;

export async function benchLoad(): Promise<void> {
  await buildIfChanged({ mode: 'production' });
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-load-'));
  const { url, usage, stop } = await startEmbeddedConsole(folder, { DEMO_DATA: '1' });
  const megabytes: number[] = [];
  let failed = 0;
  try {
    const cookie = await signIn(url, 'admin', demoAccounts.admin);
    for (const minute of ['first', 'second']) {
      const result = await runMixedLoad(url, cookie, { duration: minuteSeconds });
      failed += result['5xx'] + result.errors;
      megabytes.push((await usage()).rss / 2 ** 20);
      console.log(`${minute} minute: ${result['2xx']} times 2xx, ${megabytes.at(-1)?.toFixed(0)} MB`);
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
const requests = [
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
].map((address) => ({ path: address }));

/** Sends requests over 32 connections: so many, or for so many seconds. */
export const runMixedLoad = (url: string, cookie: string, extent: { amount: number } | { duration: number }) =>
  autocannon({ url, connections: 32, headers: { cookie, 'accept-encoding': 'gzip' }, requests, ...extent });
