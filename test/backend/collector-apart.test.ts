// Proves: collection#posts
/** `npm run collect`: a separate collector writes lines that the import reads. */
import { once } from 'node:events';
import { appendFileSync, chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVkStandIn, type VkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { importPosts } from '../../server/backend/import/import-posts.ts';
import { backupDatabase } from '../../server/backend/store/sqlite/backup.ts';
import { type CollectionFixture, openCollectionStore } from '../support/collection-store.ts';
import { makeTemporaryFolder, runCommand, startBundle } from '../support/server-process.ts';

let vk: VkStandIn;
let fixture: CollectionFixture;
let apart: ReturnType<typeof makeTemporaryFolder>;
let onCall: () => void;
beforeEach(async () => {
  onCall = () => {};
  vk = await createVkStandIn({ limits: { perSecond: null, perDay: null }, onCall: () => onCall() });
  fixture = openCollectionStore();
  apart = makeTemporaryFolder();
});
afterEach(async () => {
  await vk.close();
  await fixture.close();
  apart.remove();
});

const inApart = (name: string) => path.join(apart.folder, name);
const linesOf = (name: string) => readFileSync(inApart(name), 'utf8').split('\n').slice(0, -1);

/** One post a minute, the newest an hour ago. */
function addPosts(count: number, text: string, ownerId = -1): void {
  const newest = Math.floor(Date.now() / 1000) - 3600;
  vk.addPosts(
    Array.from({ length: count }, (_, id) =>
      wallPost({ id: id + 1, owner_id: ownerId, from_id: ownerId, date: newest - id * 60, text }),
    ),
  );
}

const settings = () => ({
  DATA_DIR: apart.folder,
  VK_SERVICE_KEY: 'service-key',
  VK_API_ORIGIN: vk.origin,
  LOG_LEVEL: 'silent',
});
const collect = (...options: string[]) =>
  runCommand('collect.js', ['--out', inApart('posts.jsonl'), ...options], { environment: settings() });

test('phrases of a file are collected once, a text with line separators as one line, and imported with sources and times', async () => {
  addPosts(3, 'Новая\u2028станция\u2029метро');
  addPosts(2, 'Метро и вокзал', -2);
  writeFileSync(inApart('phrases'), 'метро\r\n\nвокзал\n');
  const run = () => collect('--phrases', inApart('phrases'));
  expect(await run()).toEqual({ code: 0, output: '2 phrases collected, 7 posts written, 0 phrases left\n' });
  const rights = () => ['posts.jsonl', 'collect.sqlite'].map((name) => statSync(inApart(name)).mode & 0o777);
  expect(rights()).toEqual([0o600, 0o600]);
  const written = readFileSync(inApart('posts.jsonl'), 'utf8');
  expect(
    linesOf('posts.jsonl')
      .map((text) => JSON.parse(text).PostID)
      .sort(),
  ).toEqual([1, 1, 1, 2, 2, 2, 3]);
  chmodSync(inApart('posts.jsonl'), 0o644);
  expect(await run()).toEqual({ code: 0, output: '0 phrases collected, 0 posts written, 0 phrases left\n' });
  expect(rights()).toEqual([0o600, 0o600]);
  expect(vk.calls).toHaveLength(2);
  expect(readFileSync(inApart('posts.jsonl'), 'utf8')).toBe(written);

  const clientId = await fixture.createClient();
  const wordIds = [
    await fixture.createWord(clientId, { text: 'метро' }),
    await fixture.createWord(clientId, { text: 'вокзал' }),
  ];
  const totals = await importPosts(fixture.store, linesOf('posts.jsonl'), { onBadLine: () => {} });
  expect(totals).toEqual({ added: 7, changed: 0, same: 0, refused: 0, bad: 0 });
  const counts = wordIds.map(async (wordId) => (await fixture.store.words.get(wordId))?.totalPosts);
  expect(await Promise.all(counts)).toEqual([5, 2]);
  expect(await fixture.store.owners.find(-2)).toMatchObject({ name: 'Сообщество 2', ownerType: 'group' });
});

test('a full search that is killed while it writes continues, and no line is lost or doubled', async () => {
  addPosts(1100, 'Новая станция метро');
  await fixture.createWord(await fixture.createClient(), { text: 'метро', fullSearch: true });
  backupDatabase(fixture.file, inApart('ldvk.sqlite'));

  const child = startBundle('collect.js', settings(), '--out', inApart('posts.jsonl'));
  onCall = () => {
    if (vk.calls.length === 4) child.kill('SIGKILL');
  };
  await once(child, 'close');
  expect(linesOf('posts.jsonl')).toHaveLength(600);
  // A line that was being written.
  appendFileSync(inApart('posts.jsonl'), '{"OwnerID":-1,"Pos');

  expect(await collect()).toEqual({ code: 0, output: '1 phrases collected, 500 posts written, 0 phrases left\n' });
  expect(new Set(linesOf('posts.jsonl')).size).toBe(1100);
  expect(linesOf('posts.jsonl')).toHaveLength(1100);
});

test('lines that another run adds during a run stay', async () => {
  addPosts(3, 'метро');
  writeFileSync(inApart('phrases'), 'метро\n');
  writeFileSync(inApart('posts.jsonl'), `${JSON.stringify({ Text: 'я'.repeat(1000) })}\n`.repeat(5000));
  let runs = true;
  const ended = collect('--phrases', inApart('phrases')).finally(() => {
    runs = false;
  });
  let added = 0;
  for (; runs; added += 1) {
    appendFileSync(inApart('posts.jsonl'), '{}\n');
    await new Promise(setImmediate);
  }
  expect(await ended).toMatchObject({ code: 0 });
  expect(linesOf('posts.jsonl')).toHaveLength(5000 + added + 3);
});

test('without phrases the command says how to name them', async () => {
  expect(await collect()).toEqual({ code: 1, output: expect.stringMatching(/^There is no database .*--phrases\n$/) });
});

test('phrases that VK refuses are left, and the exit code shows it', async () => {
  writeFileSync(inApart('phrases'), 'метро\nвокзал\n');
  vk.fail({ code: 100 }, { q: 'метро' });
  const result = await collect('--phrases', inApart('phrases'));
  expect(result).toEqual({ code: 1, output: '1 phrases collected, 0 posts written, 1 phrases left\n' });
});
