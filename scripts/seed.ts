/**
 * `npm run seed -- --posts 1000000 --phrases 10000 --clients 1000 [--data-dir DIR]` fills an empty database of that
 * size; `npm run seed -- --demo` fills it with the demo's data. The default folder is DATA_DIR. The first two
 * clients can sign in as in the demo.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fillDemo } from '../server/backend/demo/fill-demo.ts';
import { seedLoadTest } from '../server/backend/demo/seed-load-test.ts';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import { openStore } from '../server/backend/store/sqlite/store.ts';
import { readSetting } from '../server/platform/settings.ts';
import { createProgressBar } from './progress-bar.ts';

const options = {
  posts: { type: 'string', default: '100000' },
  phrases: { type: 'string', default: '10000' },
  clients: { type: 'string', default: '1000' },
  'data-dir': { type: 'string', default: readSetting('DATA_DIR', process.env) },
  demo: { type: 'boolean', default: false },
} as const;

function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`--${name} takes a whole number from 1, not «${text}»`);
  return Number(text);
}

async function seedDemo(file: string): Promise<void> {
  const store = openStore(file);
  try {
    const origin = readSetting('VK_API_ORIGIN', process.env);
    if (!(await fillDemo(store, { now: Date.now(), origin })))
      throw new Error(`${file} is not empty: nothing was added`);
  } finally {
    await store.close();
  }
}

async function seedLoadTestData(file: string, posts: number, phrases: number, clients: number): Promise<void> {
  const bar = createProgressBar('posts', posts);
  try {
    await seedLoadTest(file, { posts, phrases, clients }, bar.update);
  } finally {
    bar.end();
  }
}

async function seed(): Promise<void> {
  const { values } = parseArgs({ options });
  const file = path.join(values['data-dir'], databaseFileName);
  const started = performance.now();
  const count = (name: 'posts' | 'phrases' | 'clients') => readCount(name, values[name]);
  if (values.demo) await seedDemo(file);
  else await seedLoadTestData(file, count('posts'), count('phrases'), count('clients'));
  console.log(`${file} is ready after ${Math.round((performance.now() - started) / 1000)} s`);
}

try {
  await seed();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
