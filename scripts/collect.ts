/**
 * `npm run collect -- --out FILE [--phrases FILE]` (in the image: `node dist/server/collect.js …`) collects posts apart from
 * the service, for example on a machine with internet, and adds them to FILE for `npm run import`. It collects every phrase
 * that is due once, and ends. VK_SERVICE_KEY and the other settings of the collector are read as usual.
 *
 * The phrases come from the database of the settings, or one per line from a file. What has been collected is kept in
 * `collect.sqlite` in DATA_DIR: the next run continues there, also after it was interrupted or the quota was used up. With
 * the same FILE no line is written twice.
 *
 * Exit code 1: some phrases could not be collected.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { postLines } from '../server/backend/import/import-posts.ts';
import { sleep } from '../server/backend/jobs/background.ts';
import { type CollectorDeps, runCollector, runSettings } from '../server/backend/jobs/collector/collector.ts';
import type { SearchSource } from '../server/backend/jobs/collector/search-source.ts';
import { createVkSource } from '../server/backend/jobs/collector/vk/vk-source.ts';
import type { CollectionStore } from '../server/backend/store/collection.ts';
import { takeCollectorNames } from '../server/backend/store/collector-names.ts';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import { stopSignals } from '../server/platform/graceful-stop.ts';
import { type Config, collectsPosts, readConfig, readSetting } from '../server/platform/settings.ts';
import {
  type LinesFile,
  openLinesFile,
  openState,
  parsePhrases,
  readPhrases,
  type WantedPhrase,
} from './collect/collection-state.ts';
import { runCommand } from './command.ts';

const stateFileName = 'collect.sqlite';
/** The state needs the newest posts only, for the intervals; the file has all. */
const keptMs = 60 * 24 * 60 * 60_000;
const deletedRows = 500;

async function findPhrases(file: string | undefined, config: Config): Promise<WantedPhrase[]> {
  if (file !== undefined) return parsePhrases(readFileSync(file, 'utf8'));
  const database = path.join(config.DATA_DIR, databaseFileName);
  if (config.DATABASE_URL !== null || existsSync(database)) return readPhrases(config);
  throw new Error(`There is no database ${database}: set DATA_DIR, or name a file of phrases with --phrases`);
}

/** Adds the posts of a page to the file before the page counts as collected: a killed run loses nothing. */
const writingTo = (collection: CollectionStore, output: LinesFile): CollectionStore => ({
  ...collection,
  savePage(claim, page, progress, now) {
    output.add(postLines(page, claim.text));
    return collection.savePage(claim, page, progress, now);
  },
});

/** Without a console there is no «Собрать сейчас», so all calls are for these runs. */
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
