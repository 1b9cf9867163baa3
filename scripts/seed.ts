/**
 * `npm run seed -- --posts 1000000 --comments 1000000 --phrases 10000 --clients 1000 [--data-dir DIR]` fills an empty database with
 * this much data; `npm run seed -- --demo` fills it with the demo's, unless it has data (in the image:
 * `node dist/server/seed.js …`). The database is PostgreSQL with DATABASE_URL, otherwise a file in DATA_DIR or DIR. The first two
 * clients can sign in as in the demo.
 */
import { parseArgs } from 'node:util';
import { openConfiguredStore, readStoreSettings } from '../server/backend/open-store.ts';
import type { Store } from '../server/backend/store/store.ts';
import { clockOf, readSetting } from '../server/platform/settings.ts';
import { closing, createProgressBar, runCommand } from './command.ts';
import { fillDemo } from './demo/fill-demo.ts';
import { seedLoadTest } from './demo/load-test.ts';

const options = {
  posts: { type: 'string', default: '100000' },
  comments: { type: 'string', default: '0' },
  phrases: { type: 'string', default: '10000' },
  clients: { type: 'string', default: '1000' },
  'data-dir': { type: 'string', default: readSetting('DATA_DIR', process.env) },
  demo: { type: 'boolean', default: false },
} as const;

function readCount(name: string, text: string, least = 1): number {
  if (!/^\d{1,8}$/.test(text) || Number(text) < least)
    throw new Error(`--${name} takes a whole number from ${least}, not «${text}»`);
  return Number(text);
}

async function seedDemo(store: Store): Promise<boolean> {
  await store.posts.setTimeZone(readSetting('CONSOLE_TIME_ZONE', process.env));
  const now = clockOf({ DEMO_NOW: readSetting('DEMO_NOW', process.env) })();
  return fillDemo(store, { now, origin: readSetting('VK_API_ORIGIN', process.env) });
}

async function seed(): Promise<void> {
  const { values } = parseArgs({ options });
  const count = (name: 'posts' | 'phrases' | 'clients') => readCount(name, values[name]);
  const comments = readCount('comments', values.comments, 0);
  const size = { posts: count('posts'), comments, phrases: count('phrases'), clients: count('clients') };
  const bar = createProgressBar('posts', size.posts);
  const started = performance.now();
  const settings = readStoreSettings(process.env, values['data-dir']);
  const isFilled = await closing(await openConfiguredStore(settings, { bulk: !values.demo }), async (store) => {
    if (values.demo) return seedDemo(store);
    await seedLoadTest(store, size, bar.update);
    return true;
  }).finally(bar.end);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(isFilled ? `The database is ready after ${seconds} s` : 'The database is not empty: nothing was added');
}

await runCommand(seed);
