/**
 * Erases data on request, even while the service runs (in the image: `node dist/server/erase.js …`):
 *
 *   npm run erase -- owner ID     a source with all posts in it
 *   npm run erase -- author ID    an author with all their posts, and those on their own page
 *   npm run erase -- older DAYS   posts older than this, once
 *   npm run erase -- allow owner|author ID   allows posts of an erased source or author again
 *
 * It prints the numbers first. `--dry-run` ends there. In a terminal the ID or the days must be typed again; otherwise `--yes`
 * is needed. Sources and authors stay erased: neither the collection nor an import stores their posts again. The same command
 * continues an interrupted erasure.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { commandLine } from '../server/backend/administrators.ts';
import type { ErasureTarget } from '../server/backend/store/erasures.ts';
import type { Store } from '../server/backend/store/store.ts';
import { readSetting } from '../server/platform/settings.ts';
import { dayMs } from '../shared/durations.ts';
import { createProgressBar, readHiddenLine, runCommand, withStore } from './command.ts';

const usage =
  'Usage: npm run erase -- owner ID | author ID | older DAYS | allow owner|author ID [--dry-run] [--yes] [--data-dir DIR]';

/**
 * Small steps with pauses let the service write in between. The rows of a source are spread over the file: 50 take about 40 ms.
 */
const stepRows = 50;
const stepPauseMs = 100;

const kinds = new Map<string | undefined, ErasureTarget['kind']>([
  ['owner', 'owner'],
  ['author', 'user'],
]);

/** The plan of an erasure, in words and as steps. `rows`: the number of rows to delete. */
type Plan = { says: string; rows: number; begin: () => Promise<unknown>; step: () => Promise<number> };

async function planErasure({ erasures }: Store, target: ErasureTarget): Promise<Plan> {
  const { name, posts, rows, erased } = await erasures.scope(target);
  const label = `${target.kind === 'owner' ? 'Source' : 'Author'} ${target.id}${name === null ? '' : ` «${name}»`}`;
  return {
    says: `${label}: ${posts} posts (${rows} rows) will be deleted${erased ? ', as before' : ' and not be stored again'}.`,
    rows,
    begin: () => erasures.begin(target, Date.now(), commandLine(Date.now())),
    step: () => erasures.deletePosts(target, stepRows),
  };
}

async function planDeletion({ collection }: Store, days: number): Promise<Plan> {
  const before = Date.now() - days * dayMs;
  const timeZone = readSetting('CONSOLE_TIME_ZONE', process.env);
  const rows = await collection.countOldPosts(before);
  return {
    says: `${rows} rows of posts before ${new Date(before).toISOString()} will be deleted.`,
    rows,
    begin: () => collection.beginDeletion(before, timeZone, commandLine(Date.now())),
    step: () => collection.deleteOldPosts(before, stepRows),
  };
}

async function execute({ rows, begin, step }: Plan): Promise<void> {
  const bar = createProgressBar('rows', rows);
  await begin();
  let deleted = 0;
  for (let found = stepRows; found === stepRows; ) {
    if (deleted > 0) await sleep(stepPauseMs);
    found = await step();
    deleted += found;
    bar.update(deleted);
  }
  bar.end();
  console.log(`${deleted} rows deleted`);
}

/** The data that no erasure removes. */
const alwaysLeft = [
  'IDs, and names in older records of the journal',
  'messages that have reached their receivers, exported files, backups, and copies of upgrades (ldvk.sqlite.before-N)',
  'posts of others that quote or name them',
];

async function scrub(store: Store): Promise<void> {
  console.log('Overwriting what the rows have left in the files…');
  const left = [...(await store.scrub()), ...alwaysLeft];
  console.log(`What is left:\n${left.map((text) => `- ${text}`).join('\n')}`);
}

/** Throws unless the operator confirms. */
async function confirm(number: number, yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new Error('Nothing has changed: add --yes to confirm');
  if ((await readHiddenLine(`This cannot be undone. Type ${number} to go on: `)).trim() !== String(number))
    throw new Error('Nothing has changed');
}

async function allow({ erasures }: Store, target: ErasureTarget): Promise<void> {
  if (!(await erasures.allow(target, commandLine(Date.now())))) throw new Error('It is not erased');
  console.log('Its posts are stored again');
}

type Options = { 'dry-run': boolean; yes: boolean };

async function run(store: Store, words: readonly string[], number: number, options: Options): Promise<void> {
  const [first, second] = words;
  const kind = kinds.get(first === 'allow' ? second : first);
  if (first === 'allow' && kind) return allow(store, { kind, id: number });
  const plan = kind ? await planErasure(store, { kind, id: number }) : await planDeletion(store, number);
  console.log(plan.says);
  if (options['dry-run']) return;
  await confirm(number, options.yes);
  await execute(plan);
  await scrub(store);
}

/** The ID of a community is negative, and would be parsed as an option. */
const isNumber = (text: string): boolean => /^-?[1-9]\d{0,14}$/.test(text);

function hasMeaning(words: readonly string[], number: number): boolean {
  const [first, second] = words;
  if (words.length === 2) return first === 'allow' && kinds.has(second);
  return words.length === 1 && (kinds.has(first) || (first === 'older' && number > 0));
}

await runCommand(async () => {
  const given = process.argv.slice(2);
  const { values, positionals } = parseArgs({
    args: given.filter((text) => !isNumber(text)),
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const [number = 0, ...others] = given.filter(isNumber).map(Number);
  if (number === 0 || others.length > 0 || !hasMeaning(positionals, number)) throw new Error(usage);
  await withStore(values['data-dir'], (store) => run(store, positionals, number, values));
});
