/**
 * `npm run bench -- engines` times the backend's read calls on SQLite and on PostgreSQL with the same posts, in one run.
 * DATABASE_URL names an empty database. Alone: `node scripts/bench/engines-bench.ts [--posts 100000] [--only posts]`.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { migrateStore } from '../../server/backend/store/store-migration/migrate-store.ts';
import { readSetting } from '../../server/platform/settings.ts';
import { prepareFolder, type Timings, timeAll } from './backend-bench.ts';

function printRatios(sqlite: Timings, postgres: Timings): void {
  console.log('| p50 / p95, ms | SQLite | PostgreSQL | ratio of p50 |\n|---|---|---|---|');
  for (const [name, first] of sqlite) {
    const second = postgres.get(name) ?? { p50: Number.NaN, p95: Number.NaN };
    const cells = [first, second].map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`);
    console.log(`| ${name} | ${cells.join(' | ')} | ${(second.p50 / first.p50).toFixed(2)} |`);
  }
}

export async function benchEngines(posts = 1_000_000, only = /./): Promise<void> {
  const url = readSetting('DATABASE_URL', process.env);
  if (url === null) throw new Error('Set DATABASE_URL to an empty database');
  const folder = await prepareFolder(posts);
  const file = path.join(folder, databaseFileName);
  const sqlite = await timeAll(posts, { DATA_DIR: folder }, only);
  let started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const report = { onProgress: () => {}, onChecked: () => {} };
  if (!(await migrateStore({ from: file, to: url }, { report }))) throw new Error('The copy differs');
  console.log(`copied to PostgreSQL and compared in ${seconds()} s`);
  started = performance.now();
  const postgres = await timeAll(posts, { DATA_DIR: `${folder}-postgres`, DATABASE_URL: url }, only, file);
  console.log(`search copy built, and calls timed, in ${seconds()} s`);
  printRatios(sqlite, postgres);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { posts: { type: 'string', default: '1000000' }, only: { type: 'string', default: '.' } },
  });
  await benchEngines(Number(values.posts), new RegExp(values.only));
}
