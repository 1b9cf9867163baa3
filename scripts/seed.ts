/**
 * `npm run seed -- --posts 1000000 --phrases 10000 --clients 1000 [--data-dir DIR]` fills an empty database with this much
 * data; `npm run seed -- --demo` fills it with the demo's. The database is PostgreSQL with DATABASE_URL, otherwise a file in
 * DATA_DIR or DIR. The first two clients can sign in as in the demo.
 */
import { parseArgs } from 'node:util';
import { fillDemo } from '../server/backend/demo/fill-demo.ts';
import { seedLoadTest } from '../server/backend/demo/load-test.ts';
import { openConfiguredStore, readStoreSettings } from '../server/backend/open-store.ts';
import { readSetting } from '../server/platform/settings.ts';
import { createProgressBar, runCommand } from './command.ts';

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

async function seed(): Promise<void> {
  const { values } = parseArgs({ options });
  const count = (name: 'posts' | 'phrases' | 'clients') => readCount(name, values[name]);
  const size = { posts: count('posts'), phrases: count('phrases'), clients: count('clients') };
  const bar = createProgressBar('posts', size.posts);
  const started = performance.now();
  const settings = readStoreSettings(process.env, values['data-dir']);
  const store = await openConfiguredStore(settings, { bulk: !values.demo });
  try {
    const demo = { now: Date.now(), origin: readSetting('VK_API_ORIGIN', process.env) };
    if (!values.demo) await seedLoadTest(store, size, bar.update);
    else if (!(await fillDemo(store, demo))) throw new Error('The database is not empty: nothing was added');
  } finally {
    bar.end();
    await store.close();
  }
  console.log(`The database is ready after ${Math.round((performance.now() - started) / 1000)} s`);
}

await runCommand(seed);
