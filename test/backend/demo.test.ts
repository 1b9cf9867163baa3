/** Demo data and load test data in a real database. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fillDemo } from '../../scripts/demo/fill-demo.ts';
import { seedLoadTest } from '../../scripts/demo/load-test.ts';
import { demoAccounts } from '../../scripts/demo/world/accounts.ts';
import { openConfiguredStore } from '../../server/backend/open-store.ts';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import type { Resources, Store } from '../../server/backend/store/store.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { viewing } from '../support/viewing.ts';

const asker = { type: 'admin', adminId: 1, username: 'admin' } as const;
const origin = 'http://127.0.0.1:1';
const newest = { limit: 1000, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;

describe('demo data', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  let backend: TestBackend;
  /** Clients, phrases and the number of posts. */
  let afterInterruption: unknown[];
  beforeAll(async () => {
    backend = await startTestBackend({ now: () => now });
    const { store } = backend;
    let batches = 0;
    const breakOff =
      ({ posts }: Resources) =>
      async (rows: readonly NewPost[]) => {
        batches += 1;
        if (batches === 3) throw new Error('broken off');
        return posts.save(rows);
      };
    const transaction: Store['transaction'] = (work) =>
      store.transaction((resources) =>
        work({ ...resources, posts: { ...resources.posts, save: breakOff(resources) } }),
      );
    await expect(fillDemo({ ...store, transaction }, { now: 0, origin })).rejects.toThrow('broken off');
    afterInterruption = [
      await store.clients.list(0),
      await store.words.list(),
      await store.posts.count(asker, viewing()),
    ];
    expect(await fillDemo(store, { now, origin })).toBe(true);
  });
  afterAll(() => backend.close());

  test('an interrupted fill leaves no demo data, and the next start adds all of it', async () => {
    expect(afterInterruption).toEqual([[], [], 0]);
    expect((await backend.store.clients.list(0)).length).toBe(13);
  });

  test('clients and people sign in with the printed passwords; all but the newest client have posts', async () => {
    const { clients, people } = demoAccounts;
    const names = [
      ...clients.map(({ client_id: name, password }) => ({ name, password })),
      ...people.map(({ login: name, password }) => ({ name, password })),
    ];
    const totals: number[] = [];
    for (const { name, password } of names) {
      const cookie = await backend.signIn('client', name, password);
      const { body } = await backend.call('GET', '/vknf/posts/count', { cookie });
      totals.push((body as { total: number }).total);
    }
    const [first = 0, second = 0, newest, ...ofPeople] = totals;
    expect(Math.min(first, second)).toBeGreaterThan(100);
    expect(newest).toBe(0);
    expect(ofPeople.every((total) => total > 1000)).toBe(true);
  });

  test('it has thousands of posts over half a year, the newest from today', async () => {
    expect(await backend.store.posts.count(asker, viewing())).toBeGreaterThan(4000);
    const { min, max } = await backend.store.posts.dates(asker, viewing(), now);
    expect(now - Number(max)).toBeLessThan(12 * 60 * 60 * 1000);
    expect(Number(max)).toBeLessThanOrEqual(now);
    expect(now - Number(min)).toBeGreaterThan(150 * 24 * 60 * 60 * 1000);
  });

  test('every phrase has posts, and some posts have no text, no city, a photo or a long text', async () => {
    for (const word of await backend.store.words.list()) {
      const ofWord = { word: word.wordId };
      const found = await backend.store.posts.count(asker, viewing({ ...ofWord, text: word.text }));
      const { rows } = await backend.store.posts.page(asker, viewing(ofWord), newest);
      expect(found).toBe(rows.filter((row) => row.text !== null).length);
      expect(found).toBeGreaterThan(0);
    }
    const { rows } = await backend.store.posts.page(asker, viewing(), newest);
    expect(rows.some((row) => row.text === null && row.photoUrl !== null)).toBe(true);
    expect(rows.some((row) => row.city === null)).toBe(true);
    expect(rows.some((row) => (row.text?.length ?? 0) > 300)).toBe(true);
    expect(rows.every((row) => row.ownerName !== null)).toBe(true);
  });

  test('it is added only once', async () => {
    const before = await backend.store.posts.count(asker, viewing());
    expect(await fillDemo(backend.store, { now, origin })).toBe(false);
    expect(await backend.store.posts.count(asker, viewing())).toBe(before);
  });
});

describe('seeded data', () => {
  test('has the requested size, and every post and comment matches its phrase', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-seed-'));
    const store = await openConfiguredStore({ DATA_DIR: folder }, { bulk: true });
    const size = { posts: 240, comments: 60, phrases: 100, clients: 7 };
    try {
      await seedLoadTest(store, size, () => {});
      expect(await store.posts.count(asker, viewing())).toBe(300);
      expect(await store.posts.count(asker, viewing({ kind: 'comments' }))).toBe(60);
      expect((await store.clients.list(0)).length).toBe(7);
      const words = await store.words.list();
      expect(words.length).toBe(100);
      for (const { wordId, text, totalPosts } of words) {
        expect(await store.posts.count(asker, viewing({ word: wordId, text }))).toBe(totalPosts);
      }
      expect((await store.words.listOfClient('client-1001')).length).toBeGreaterThanOrEqual(14);
      await expect(seedLoadTest(store, size, () => {})).rejects.toThrow('is not empty');
    } finally {
      await store.close();
    }
  });
});
