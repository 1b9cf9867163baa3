/** `npm run bench`: the weight and speed of every page, and tables with many rows. */
import { routes } from '../../shared/routes.ts';
import { openSlowly, readVisit, scrollTo, type VisitFigures } from './browser.ts';
import { type Chromium, withChromium } from './chromium.ts';
import { type ConsoleSetup, withConsole } from './console-setup.ts';
import { measureLoad, median } from './load.ts';
import type { BenchServer } from './servers.ts';
import { timeSortClick } from './sort-click.ts';
import { printTable } from './table.ts';

/** `slowRows` are scrolled on the slow machine, `allRows` before the heap is measured. */
type Extent = { rounds: number; seconds: number; slowRows: number; allRows: number };

const full: Extent = { rounds: 3, seconds: 10, slowRows: 10_000, allRows: 100_000 };
const quick: Extent = { rounds: 1, seconds: 1, slowRows: 1000, allRows: 1000 };

const wordsPath = '/ldvknf/words';
/** With copies, it has enough rows. */
const feedPath = '/ldvknf/posts?copies=show';
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

async function benchPages(chromium: Chromium, { rounds, seconds }: Extent, setup: ConsoleSetup): Promise<void> {
  const rows: string[][] = [];
  // The recorded replies are those of a backend without capabilities.
  for (const route of routes.filter(({ capabilities }) => capabilities === undefined)) {
    const cookie = route.access === 'public' ? '' : setup.cookie;
    await chromium.setCookies(setup.real.url, cookie);
    const visits: VisitFigures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const page = await openSlowly(chromium, setup.real.url + route.path);
      visits.push(await readVisit(page));
      await page.close();
    }
    const of = (name: keyof VisitFigures) => median(visits.map((visit) => visit[name]));
    const headers = { cookie, 'accept-encoding': 'gzip' };
    const alone = await measureLoad(setup.console, { path: route.path, connections: 1, seconds, headers });
    const many = await measureLoad(setup.console, { path: route.path, connections: 32, seconds, headers });
    rows.push([
      route.path,
      String(of('requests')),
      kib(of('scriptBytes')),
      kib(of('htmlBytes')),
      await readServerTiming(setup.real, route.path, cookie),
      `${alone.perSecond.toFixed(0)} (${alone.p50} / ${alone.p99})`,
      `${many.perSecond.toFixed(0)} (${many.p50} / ${many.p99})`,
      `${ms(of('firstPaint'))} / ${ms(of('largestPaint'))}`,
      ms(of('blocking')),
      of('shift').toFixed(3),
    ]);
  }
  printTable(
    [
      'page',
      'requests',
      'script, KiB',
      'HTML, KiB',
      'guard / load / render, ms',
      'requests/s at 1 (p50 / p99, ms)',
      'at 32',
      'FCP / LCP, ms',
      'blocking, ms',
      'shift',
    ],
    rows,
  );
}

async function timeSorts(chromium: Chromium, rounds: number, url: string): Promise<number> {
  const sorts: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await openSlowly(chromium, url);
    sorts.push(await timeSortClick(page, 'ID'));
    await page.close();
  }
  return median(sorts);
}

/** Returns a row of the table of results. */
async function timeScrolling(chromium: Chromium, name: string, url: string, rows: number): Promise<string[]> {
  const page = await openSlowly(chromium, url);
  const { frames, slow } = await scrollTo(page, rows, 24_000);
  await page.close();
  return [
    `${name}: frames over 50 ms, of ${frames} (${rows} rows)`,
    `${slow} (${((100 * slow) / frames).toFixed(1)} %)`,
  ];
}

async function benchTable(chromium: Chromium, { rounds, slowRows, allRows }: Extent, setup: ConsoleSetup) {
  const url = setup.real.url + wordsPath;
  await chromium.setCookies(setup.real.url, setup.cookie);
  const sort = await timeSorts(chromium, rounds, url);
  const scrolling = [
    await timeScrolling(chromium, 'phrases', url, slowRows),
    await timeScrolling(chromium, 'feed', setup.real.url + feedPath, slowRows),
  ];
  const page = await chromium.newPage({ slow: false });
  await page.open(url);
  await scrollTo(page, allRows, 120_000);
  printTable(
    ['tables', ''],
    [
      ['phrases: first sort, ms', ms(sort)],
      ...scrolling,
      [`phrases: heap after ${allRows} rows, MB`, ((await page.readHeap()) / 1e6).toFixed(0)],
    ],
  );
  await page.close();
}

export async function benchConsole({ isQuick }: { isQuick: boolean }): Promise<void> {
  const extent = isQuick ? quick : full;
  await withConsole({ phrases: 1000, posts: 20_000 }, (setup) =>
    withChromium((chromium) => benchPages(chromium, extent, setup)),
  );
  await withConsole({ phrases: extent.allRows, posts: 20_000 }, (setup) =>
    withChromium((chromium) => benchTable(chromium, extent, setup)),
  );
}
