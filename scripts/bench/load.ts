/** Measures a server under load: requests per second, latencies, CPU time per request, memory. */
import autocannon from 'autocannon';
import type { BenchServer } from './servers.ts';

/** Times are in milliseconds, memory in bytes. */
export type LoadFigures = {
  perSecond: number;
  p50: number;
  p99: number;
  cpu: number;
  firstByte: number;
  rssBefore: number;
  rssAfter: number;
};

export type LoadOptions = { path: string; connections: number; seconds: number; headers: Record<string, string> };

/** Sends requests one by one and returns the median time to the first byte. */
async function timeFirstByte(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 50; run += 1) {
    const started = performance.now();
    const response = await fetch(url, { headers, redirect: 'manual' });
    times.push(performance.now() - started);
    await response.arrayBuffer();
  }
  return median(times);
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] = sorted.length % 2 === 1 ? sorted.slice(middle) : sorted.slice(middle - 1);
  return sorted.length % 2 === 1 ? low : (low + high) / 2;
}

/** Throws on any error response, because figures of errors mean nothing. */
export async function measureLoad(server: BenchServer, options: LoadOptions): Promise<LoadFigures> {
  const { path, connections, seconds, headers } = options;
  const url = server.url + path;
  await autocannon({ url, connections, duration: 1, headers });
  const before = await server.usage();
  const result = await autocannon({ url, connections, duration: seconds, headers });
  const after = await server.usage();
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} failed`);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: (after.cpu - before.cpu) / result['2xx'],
    firstByte: await timeFirstByte(url, headers),
    rssBefore: before.rss,
    rssAfter: after.rss,
  };
}
