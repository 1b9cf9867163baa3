/**
 * `npm run collect -- --out FILE [--phrases FILE]` (in the image: `node dist/server/collect.js …`) collects posts apart from
 * the service, for example on a machine with internet, and adds them to FILE for `npm run import`. It collects every phrase
 * that is due once, then ends. VK_SERVICE_KEY and the other settings of the collector apply as usual.
 *
 * The phrases come from the configured database, or one per line from a file. Progress is kept in `collect.sqlite` in DATA_DIR,
 * from which the next run continues, even after an interruption or when the quota was used up. A post is written to
 * the same FILE again only when its text or its figures have changed.
 *
 * Exit code 1: some phrases could not be collected.
 */

import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { postLines } from '../server/backend/import/import-posts.ts';
import { type CollectorDeps, runCollector, runSettings } from '../server/backend/jobs/collector/collector.ts';
import type { SearchSource } from '../server/backend/jobs/collector/search-source.ts';
import { createVkSource } from '../server/backend/jobs/collector/vk/vk-source.ts';
import { openStore } from '../server/backend/open-store.ts';
import type { CollectionStore } from '../server/backend/store/collection.ts';
import { takeCollectorNames } from '../server/backend/store/collector-names.ts';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import type { Store } from '../server/backend/store/store.ts';
import { sleep } from '../server/platform/background.ts';
import { stopSignals } from '../server/platform/graceful-stop.ts';
import { makePrivate, ownerOnly } from '../server/platform/make-private.ts';
import { readConfig } from '../server/platform/read-config.ts';
import { type Config, collectsPosts, readSetting } from '../server/platform/settings.ts';
import { dayMs } from '../shared/durations.ts';
import { foldText } from '../shared/rules/word.ts';
import { linesOf, runCommand, withStore } from './command.ts';

/** What a line says, whenever it was measured: a post with the same figures is not written again. */
const contentOf = (line: string): string => line.replace(/,"MeasuredAt":"[^"]*"/, '');

type LinesFile = Awaited<ReturnType<typeof openLinesFile>>;

/** Reads the complete lines of the file, if it exists, and cuts off an incomplete last line. */
async function openLinesFile(name: string) {
  const file = openSync(name, 'a', ownerOnly);
  makePrivate(name);
  const known = new Set<string>();
  let bytes = 0;
  for await (const line of linesOf(createReadStream(name))) {
    const end = bytes + Buffer.byteLength(line) + 1;
    if (end > statSync(name).size) {
      ftruncateSync(file, bytes);
      break;
    }
    known.add(contentOf(line));
    bytes = end;
  }
  let added = 0;
  return {
    /** Lines added since it was opened. */
    added: () => added,
    /** Writes the lines that are not yet in the file, and syncs it to disk. Returns their number. */
    add(lines: readonly string[]): number {
      const byContent = new Map(lines.map((line) => [contentOf(line), line]));
      const fresh = [...byContent].flatMap(([content, line]) => (known.has(content) ? [] : [line]));
      if (fresh.length === 0) return 0;
      writeSync(file, fresh.map((line) => `${line}\n`).join(''));
      fsyncSync(file);
      for (const content of byContent.keys()) known.add(content);
      added += fresh.length;
      return fresh.length;
    },
    close: () => closeSync(file),
  };
}

type WantedPhrase = { text: string; fullSearch: boolean };

const owner = {
  name: 'collect',
  ipaddr: '',
  macaddr: '',
  email: '',
  phone: '',
  note: '',
  exportAccess: 'denied',
} as const;

/** One phrase per line; empty lines are skipped. */
const parsePhrases = (text: string): WantedPhrase[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ text: line, fullSearch: false }));

/**
 * Opens the saved progress, and replaces its phrases with the given ones. A phrase that is already there keeps its progress.
 */
async function openState(file: string, phrases: readonly WantedPhrase[], now: number): Promise<Store> {
  const store = openStore(file);
  const [known] = await store.clients.list(now);
  const { clientId } = known ?? (await store.clients.create(owner, now));
  const wanted = new Set(phrases.map(({ text }) => foldText(text)));
  for (const { shownId, text } of await store.words.listOfClient(clientId)) {
    if (!wanted.has(foldText(text))) await store.words.unlink(shownId, clientId);
  }
  for (const { text, fullSearch } of phrases) await store.words.create({ text, fullSearch, state: 'ready' }, clientId);
  return store;
}

const stateFileName = 'collect.sqlite';
/** The database needs only the newest posts, for the intervals; the file has all. */
const keptMs = 60 * dayMs;
const deletedRows = 500;

/** The phrases of the file; without a file, the phrases that the service collects. */
async function findPhrases(file: string | undefined, config: Config): Promise<WantedPhrase[]> {
  if (file !== undefined) return parsePhrases(readFileSync(file, 'utf8'));
  const database = path.join(config.DATA_DIR, databaseFileName);
  if (config.DATABASE_URL === null && !existsSync(database))
    throw new Error(`There is no database ${database}: set DATA_DIR, or name a file of phrases with --phrases`);
  const words = await withStore(undefined, (store) => store.words.list());
  return words.filter(({ state, clients }) => state !== 'freeze' && clients.length > 0);
}

/** Writes the posts of a page to the file before the page counts as collected, so that a killed run loses nothing. */
const writingTo = (collection: CollectionStore, output: LinesFile): CollectionStore => ({
  ...collection,
  savePage(claim, page, progress, now) {
    output.add(postLines(page, claim.text, now));
    return collection.savePage(claim, page, progress, now);
  },
});

/** There is no console with «Собрать сейчас», so these runs may use all calls. */
const withReserve = (source: SearchSource): SearchSource => ({
  capacity: () => source.capacity(true),
  search: (query, options) => source.search(query, { ...options, urgent: true }),
});

async function collect(out: string, phrasesFile: string | undefined): Promise<boolean> {
  const config = readConfig(process.env);
  if (!collectsPosts(config)) throw new Error('VK_SERVICE_KEY is not set');
  const phrases = await findPhrases(phrasesFile, config);
  const output = await openLinesFile(out);
  const { collection, words, close } = await openState(path.join(config.DATA_DIR, stateFileName), phrases, Date.now());
  const log = pino({ level: config.LOG_LEVEL }, pino.destination(2));
  const readKeys = () => readSetting('VK_SERVICE_KEY', process.env);
  const stop = new AbortController();
  for (const signal of stopSignals) process.once(signal, () => stop.abort());
  const totals = { collected: 0, faults: 0 };
  const names = takeCollectorNames(config.DATA_DIR, 'collect');
  const collector = names.own;
  await collection.takeBack([collector, ...names.ended], Date.now());
  names.releaseEnded();
  try {
    const deps: CollectorDeps = {
      ...runSettings(config),
      collector,
      store: writingTo(collection, output),
      source: withReserve(createVkSource({ collector, config, readKeys, store: collection, log })),
      now: Date.now,
      logger: log,
      pause: sleep,
      onRun({ outcome, fault }) {
        if (outcome === 'done' || outcome === 'partial') totals.collected += 1;
        if (fault) totals.faults += 1;
      },
    };
    await runCollector(deps, stop.signal, true);
    while ((await collection.deleteOldPosts(Date.now() - keptMs, deletedRows)) === deletedRows);
    const { due } = await collection.queue(Date.now());
    const running = (await words.list()).filter((word) => word.running).length;
    const left = due + running + totals.faults;
    console.log(`${totals.collected} phrases collected, ${output.added()} posts written, ${left} phrases left`);
    return left === 0;
  } finally {
    output.close();
    names.release();
    await close();
  }
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' }, phrases: { type: 'string' } } });
  if (values.out === undefined) throw new Error('Usage: npm run collect -- --out FILE [--phrases FILE]');
  return collect(values.out, values.phrases);
});
