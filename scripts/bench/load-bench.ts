/**
 * `npm run bench -- load`: 32 connections for two minutes on the demo data. Fails on any 5xx or aborted response,
 * and when memory grows by more than a tenth from the end of the first minute to the end of the second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { buildIfChanged } from '../build.ts';
import { type Outcome, runMixedLoad } from './mixed-load.ts';
import { startEmbeddedConsole } from './servers.ts';
import { signIn } from './sign-in.ts';

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

if (import.meta.main) await benchLoad();
