// Proves: security#statements
/** Slow and failing searches of one identity beside the searches of others. */
import { readdirSync } from 'node:fs';
import {
  createReaderPool,
  QueryLimitError,
  type ReaderPool,
  type StartReader,
  startReaderThread,
} from '../../server/backend/feed/reader-pool.ts';
import type { Identity } from '../../server/backend/rules/account.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { newPost } from '../support/seed-posts.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';
import { viewing } from '../support/viewing.ts';

const entry = new URL('../support/faulty-reader.ts', import.meta.url);
const startReader: StartReader = (file) => startReaderThread(file, entry);
const endless = 'вечно';
const exiting = 'выход';

let backend: TestBackend;
beforeEach(async () => {
  backend = await startTestBackend({ startReader });
});
afterEach(() => backend.close());

async function addClientWithPost(name: string) {
  const { clientId } = await backend.createClient(name);
  const { wordId } = await backend.createWord(clientId);
  await backend.store.posts.save([newPost({ wordId, ownerId: -wordId })]);
  return { wordId, cookie: await backend.signInClient(clientId) };
}

const search = (cookie: string, text: string) =>
  backend.call('GET', `/vknf/posts/details?text=${encodeURIComponent(text)}`, { cookie });

test('[18] 40 endless searches of one client do not delay the pages of others', async () => {
  const greedy = await addClientWithPost('Первый');
  const other = await addClientWithPost('Второй');
  let answered = 0;
  for (let count = 0; count < 40; count += 1) {
    search(greedy.cookie, endless).then(
      () => answered++,
      () => 'cut off when the backend closes',
    );
  }
  for (let count = 0; count < 3; count += 1) {
    const { status, body } = await search(other.cookie, 'метро');
    expect({ status, body }).toMatchObject({ status: 200, body: { total: 1, posts: [{ WordID: other.wordId }] } });
  }
  expect(answered).toBe(0);
});

test('a search whose thread exits returns 500, and the next search succeeds', async () => {
  const { cookie } = await addClientWithPost('Первый');
  expect((await search(cookie, exiting)).status).toBe(500);
  expect(await search(cookie, 'метро')).toMatchObject({ status: 200, body: { total: 1 } });
});

test('a search right after a post is saved finds it, and rows and total agree', async () => {
  const { cookie, wordId } = await addClientWithPost('Первый');
  for (let postId = 2; postId < 20; postId += 1) {
    await backend.store.posts.save([newPost({ wordId, ownerId: -wordId, postId })]);
    const { body } = await search(cookie, 'метро');
    const { posts, total } = body as { posts: unknown[]; total: number };
    expect([posts.length, total]).toEqual([postId, postId]);
  }
});

test('a large page, which is read in parts, has the rows of small ones', async () => {
  const { cookie, wordId } = await addClientWithPost('Первый');
  const number = 250;
  const post = (postId: number) =>
    newPost({ wordId, postId, ownerId: -1 - (postId % 3), text: `Метро ${postId % 100}` });
  await backend.store.posts.save(Array.from({ length: number }, (_, index) => post(index + 2)));
  const read = async (query: string) => {
    const { body } = await backend.call('GET', `/vknf/posts/details?orderBy=user_id&${query}`, { cookie });
    return body as { posts: unknown[]; total: number };
  };
  for (const filter of ['', '&copies=hide', '&text=метро']) {
    const [large, other, ...small] = await Promise.all([
      read(`limit=1000${filter}`),
      read(`limit=1000${filter}`),
      ...[0, 1, 2, 3, 4, 5].map((page) => read(`limit=50&offset=${page * 50}${filter}`)),
    ]);
    expect(large?.posts).toEqual(small.flatMap(({ posts }) => posts));
    expect([large?.total, large?.posts.length]).toEqual([small[0]?.total, small[0]?.total]);
    expect(other).toEqual(large);
  }
});

test('closing the backend closes its readers and leaves only the database file', async () => {
  const { folder, remove } = makeTemporaryFolder();
  const kept = await startTestBackend({ config: { DATA_DIR: folder }, startReader });
  await kept.store.posts.count({ type: 'client', clientId: 'x' }, viewing());
  await kept.close();
  expect(readdirSync(folder)).toEqual([databaseFileName]);
  remove();
});

describe('a query over its time limit', () => {
  let readers: ReaderPool;
  beforeEach(() => {
    readers = createReaderPool(startReader);
  });
  afterEach(() => readers.close());

  const slow = { type: 'client', clientId: 'slow' } as const;
  const other = { type: 'client', clientId: 'other' } as const;
  const count = (asker: Identity, text: string, limitMs?: number) =>
    readers.run(
      backend.file,
      asker,
      { name: 'countMatching', values: [text] },
      limitMs === undefined ? {} : { limitMs },
    );

  test('returns 503; its identity waits for that thread to end, others are served at once', async () => {
    await expect(count(slow, endless, 1)).rejects.toThrow(QueryLimitError);
    await expect(count(slow, 'метро')).rejects.toThrow(QueryLimitError);
    expect(await count(other, 'метро')).toBe(0);
    const retry = (): Promise<number> => count(slow, 'метро').catch(retry);
    expect(await retry()).toBe(0);
  });

  test('does not start after the pool was closed', async () => {
    await readers.close();
    await expect(count(other, 'метро')).rejects.toThrow('The database is closed');
  });
});
