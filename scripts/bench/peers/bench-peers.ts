/** `npm run bench -- peers`: compares the console with the same two pages made with other tools, in interleaved rounds. */
import { openSlowly, readVisit, type VisitFigures } from '../browser.ts';
import { type Chromium, withChromium } from '../chromium.ts';
import { type ConsoleSetup, withConsole } from '../console-setup.ts';
import { type LoadFigures, measureLoad, median, medianFigures } from '../load.ts';
import { timeSortClick } from '../sort-click.ts';
import { printTable } from '../table.ts';
import { startPeers, type Targets } from './start-peers.ts';

type Name = keyof Targets;
type Extent = { rounds: number; loadRounds: number; seconds: number };
type Visit = VisitFigures & { heap: number; sort: number };

const full: Extent = { rounds: 7, loadRounds: 3, seconds: 8 };
const quick: Extent = { rounds: 2, loadRounds: 1, seconds: 2 };

const size = { phrases: 10_000, posts: 100_000 };
const names: Name[] = ['console', 'express', 'next', 'astro'];
const pages = { phrases: '/ldvknf/words', feed: '/ldvknf/posts' };
const encodings = ['identity', 'gzip', 'br'];

/** Rotates the order in each round, so that a disturbance of the machine affects all targets. */
const turn = (round: number): Name[] => names.map((_, index) => names[(index + round) % names.length] ?? 'console');

async function visit(chromium: Chromium, url: string, sorts: boolean): Promise<Visit> {
  const page = await openSlowly(chromium, url);
  try {
    const figures = await readVisit(page);
    const heap = await page.readHeap();
    return { ...figures, heap, sort: sorts ? await timeSortClick(page, 'Текст') : Number.NaN };
  } catch (cause) {
    throw new Error(`${url} could not be measured`, { cause });
  } finally {
    await page.close();
  }
}

async function benchVisits(chromium: Chromium, targets: Targets, cookie: string, { rounds }: Extent): Promise<void> {
  for (const [title, path] of Object.entries(pages)) {
    const visits: Record<Name, Visit[]> = { console: [], express: [], next: [], astro: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const name of turn(round)) {
        const { url } = targets[name];
        await chromium.setCookies(url, cookie);
        visits[name].push(await visit(chromium, url + path, title === 'phrases'));
      }
    }
    const row = (label: string, read: (visit: Visit) => number) => [
      label,
      ...names.map((name) => {
        const value = median(visits[name].map(read));
        return value >= 10 ? value.toFixed(0) : value.toFixed(2);
      }),
    ];
    printTable(
      [title, ...names],
      [
        row('first paint, ms', (figures) => figures.firstPaint),
        row('largest paint, ms', (figures) => figures.largestPaint),
        row('blocking time, ms', (figures) => figures.blocking),
        ...(title === 'phrases' ? [row('sort to new rows, ms', (figures) => figures.sort)] : []),
        row('requests before interaction', (figures) => figures.requests),
        row('HTML transferred, KB', (figures) => figures.htmlBytes / 1000),
        row('HTML decoded, KB', (figures) => figures.htmlDecodedBytes / 1000),
        row('DOM nodes', (figures) => figures.nodes),
        row('scripts, KB', (figures) => figures.scriptBytes / 1000),
        row('heap, MB', (figures) => figures.heap / 1e6),
        row('layout shift', (figures) => figures.shift),
      ],
    );
  }
}

async function benchLoads(targets: Targets, cookie: string, { loadRounds, seconds }: Extent): Promise<void> {
  const rows: string[][] = [];
  for (const encoding of encodings) {
    const headers = { cookie, 'accept-encoding': encoding };
    const figures: Record<Name, LoadFigures[]> = { console: [], express: [], next: [], astro: [] };
    for (let round = 0; round < loadRounds; round += 1) {
      for (const name of turn(round)) {
        const options = { path: pages.phrases, connections: 32, seconds, headers };
        figures[name].push(await measureLoad(targets[name], options));
      }
    }
    const of = (name: Name) => medianFigures(figures[name]);
    rows.push([`CPU a request, ${encoding}, ms`, ...names.map((name) => of(name).cpu.toFixed(2))]);
    rows.push([`requests a second at 32, ${encoding}`, ...names.map((name) => of(name).perSecond.toFixed(0))]);
    rows.push([`memory at 32, ${encoding}, MB`, ...names.map((name) => (of(name).rssAfter / 1e6).toFixed(0))]);
  }
  printTable(['phrases page, server', ...names], rows);
}

async function compare(setup: ConsoleSetup, extent: Extent): Promise<void> {
  const targets = await startPeers(setup);
  await withChromium((chromium) => benchVisits(chromium, targets, setup.cookie, extent));
  await benchLoads(targets, setup.cookie, extent);
}

export const benchPeers = ({ isQuick }: { isQuick: boolean }): Promise<void> =>
  withConsole(size, (setup) => compare(setup, isQuick ? quick : full));
