// Proves: collection#collection-page, embedded-backend#database
/** The collector's thread: started by the backend, restarted after a fault, and stopped with the backend. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createVkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { startCollector } from '../../server/backend/start-collector.ts';
import { usesMs } from '../../server/backend/store/call-budget.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { type CollectionFixture, openCollectionStore } from '../support/collection-store.ts';
import { startBundle } from '../support/server-process.ts';

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await sleep(10);
  }
}

describe('a backend with a key', () => {
  let fixture: CollectionFixture;
  let child: ChildProcess | null;
  beforeEach(() => {
    fixture = openCollectionStore();
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await fixture.close();
  });

  function startBackend(environment: Record<string, string>): ChildProcess {
    const account = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'admin-password-1', LOG_LEVEL: 'silent' };
    child = startBundle('backend.js', { DATA_DIR: path.dirname(fixture.file), PORT: '0', ...account, ...environment });
    return child;
  }

  test('that is killed while it collects continues at once, also with phrases added later', async () => {
    let kill = () => void child?.kill('SIGKILL');
    const vk = await createVkStandIn({ keys: ['file-key'], onCall: () => kill() });
    vk.addPosts([wallPost({ id: 1, date: Math.floor(Date.now() / 1000) - 3600, text: 'Метро и вокзал' })]);
    const keyFile = path.join(path.dirname(fixture.file), 'key');
    writeFileSync(keyFile, 'file-key\n');
    const { store, createWord, createClient } = fixture;
    const clientId = await createClient();
    const settings = { VK_SERVICE_KEY_FILE: keyFile, VK_API_ORIGIN: vk.origin };
    const isCollected = async (wordId: number) => {
      const word = await store.words.get(wordId);
      return word?.totalPosts === 1 && !word.running;
    };
    const first = await createWord(clientId, { text: 'метро' });
    await once(startBackend(settings), 'exit');
    expect(await store.words.get(first)).toMatchObject({ running: true, totalPosts: 0 });
    kill = () => {};
    startBackend(settings);
    await until(() => isCollected(first), Boolean);
    const second = await createWord(clientId, { text: 'вокзал' });
    expect(await store.words.get(second)).toMatchObject({ state: 'pending' });
    await until(() => isCollected(second), Boolean);
    // A run saves its posts first, and the state when it ends.
    const states = async () => (await store.words.list()).map(({ state }) => state);
    expect(await until(states, (found) => !found.includes('pending'))).toEqual(['ready', 'ready']);
    expect(vk.calls.every(({ key }) => key === 'file-key')).toBe(true);
    await vk.close();
  });

  test('without a key phrases stay ready, nothing is collected, and posts older than KEEP_POSTS_DAYS are deleted', async () => {
    const { store, createWord, createClient } = fixture;
    const wordId = await createWord(await createClient());
    // A collector that has crashed.
    await store.collection.setKeys('collector', ['key'], Date.now() - usesMs);
    expect(await store.words.get(wordId)).toMatchObject({ state: 'pending' });
    const day = 24 * 60 * 60_000;
    const post = {
      wordId,
      ownerId: -1,
      userId: -1,
      text: 'Метро',
      textParts: [],
      photoUrl: null,
      cityId: null,
      comment: null,
    };
    const times = [Date.now() - 31 * day, Date.now() - 29 * day];
    await store.posts.save(times.map((postedAt, postId) => ({ ...post, postId, postedAt, updatedAt: postedAt })));
    startBackend({ KEEP_POSTS_DAYS: '30' });
    const read = () => store.words.get(wordId);
    await until(read, (word) => word?.state === 'ready');
    expect(await until(read, (word) => word?.totalPosts !== 2)).toMatchObject({ totalPosts: 1 });
  });
});

describe('a collector thread that fails', () => {
  const config = { ...readConfig({ VK_SERVICE_KEY: 'key' }), DATA_DIR: '/nowhere' };

  test('is started again after a pause, and its end is logged', async () => {
    const { promise: restarted, resolve } = Promise.withResolvers<void>();
    const log: { level: number; msg: string }[] = [];
    const logger = pino({ base: null }, { write: (line: string) => void log.push(JSON.parse(line)) });
    let starts = 0;
    const started = () => {
      starts += 1;
      if (starts === 2) resolve();
    };
    const code =
      'const { parentPort } = await import("node:worker_threads"); parentPort.postMessage({}); throw Error("x")';
    const threadFile = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const collector = startCollector(config, logger, { threadFile, onCounts: started });
    await restarted;
    await collector.close();
    expect(log.slice(0, 2).map(({ msg }) => msg)).toEqual([
      'collector thread failed',
      'collector thread ended, restarting it',
    ]);
  });

  test('and does not stop in time is terminated', async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const code = 'const { parentPort } = await import("node:worker_threads"); parentPort.postMessage({}); for (;;);';
    const threadFile = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const collector = startCollector(config, pino({ enabled: false }), {
      threadFile,
      stopMs: 20,
      onCounts: () => resolve(),
    });
    await started;
    await collector.close();
  });
});
