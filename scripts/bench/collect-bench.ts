/**
 * `npm run bench -- collect [--posts 100000]` times the backend's read calls
 * while nothing is collected, and while one key collects at full speed: 2.5 calls a second, 200 new posts each.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openStore } from '../../server/backend/open-store.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { prepareFolder, timeAll } from './backend-bench.ts';
import { printTable } from './figures.ts';

const ratioMax = 1.3;

async function countPosts(dataDir: string): Promise<number> {
  const store = openStore(path.join(dataDir, databaseFileName));
  const words = await store.words.list();
  await store.close();
  return words.reduce((sum, { totalPosts }) => sum + totalPosts, 0);
}

/** A p95 over 1.3 times that without collection is marked. */
export async function benchCollect(posts: number): Promise<void> {
  const folder = path.resolve(`data/bench/collect-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const vk = fork(path.join(import.meta.dirname, 'endless-vk.ts'), { execArgv: [] });
  try {
    const [origin] = await once(vk, 'message');
    const seeded = path.join(await prepareFolder({ posts }), databaseFileName);
    copyFileSync(seeded, path.join(folder, databaseFileName), constants.COPYFILE_FICLONE);
    const idle = await timeAll(posts, { DATA_DIR: folder });
    const before = await countPosts(folder);
    const startedAt = performance.now();
    // The collector reads the key from the environment, again every minute.
    process.env.VK_SERVICE_KEY = 'service-key';
    const collection = { VK_SERVICE_KEY: 'service-key', VK_API_ORIGIN: origin, COLLECTION_DAILY_CALLS: '1000000' };
    const collecting = await timeAll(posts, { DATA_DIR: folder, LOG_LEVEL: 'silent', ...collection });
    const seconds = (performance.now() - startedAt) / 1000;
    const added = (await countPosts(folder)) - before;
    console.log(`${Math.round(added / seconds)} posts a second were collected.\n`);
    const rows = [...collecting].map(([name, { p95 }]) => ({ name, p95, base: idle.get(name)?.p95 ?? Number.NaN }));
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    const [base, p95] = [sum(rows.map((row) => row.base)), sum(rows.map((row) => row.p95))];
    printTable(
      ['p95, ms', 'idle', 'collecting', 'ratio'],
      [...rows, { name: 'sum of all calls', p95, base }].map((row) => {
        const ratio = row.p95 / row.base;
        const over = ratio > ratioMax ? ' (over)' : '';
        return [row.name, row.base.toFixed(1), row.p95.toFixed(1), ratio.toFixed(2) + over];
      }),
    );
  } finally {
    vk.disconnect();
    rmSync(folder, { recursive: true });
  }
}
