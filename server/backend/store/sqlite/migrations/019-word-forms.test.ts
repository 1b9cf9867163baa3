// Proves: query-language#stored-phrases
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { factoriesOf } from '../../../../../test/support/collection-store.ts';
import { newPost } from '../../../../../test/support/seed-posts.ts';
import { createFaultLog } from '../../../../platform/fault-log.ts';
import { startCatchUp } from '../../../jobs/background.ts';
import { openStore } from '../../../open-store.ts';
import { matchesSearch, type SearchQuery } from '../../../rules/search/query-tree.ts';
import { parseSearchQuery } from '../../../rules/search/search-query.ts';
import { storyWords } from '../../../rules/stories/folded-text.ts';
import { noFilters } from '../../posts-store.ts';
import type { Store } from '../../store.ts';
import { wordForms } from './005-024.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-migration-'));
const file = path.join(folder, 'old.sqlite');
const opened: Store[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
  rmSync(folder, { recursive: true });
});

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
const texts = [
  'Открыт новый вокзал',
  'ремонт вокзалов',
  'суд',
  'судья в метро',
  'метро у вокзала',
  'капитан Медведева',
];
const searches = [
  'вокзал',
  'вокзалы',
  'суд',
  'капитал',
  '"новыми вокзалами"',
  'ремонт -вокзал',
  'метро -вокзалы',
  '-вокзал',
  'вокзалом OR судья',
  'метро -(вокзалы суд)',
  '-(-(вокзалы))',
  'метро (вокзалы OR судьи)',
];
/** More than two steps. */
const size = 700;
const textOf = (postId: number) => `${texts[postId % texts.length]} ${postId}`;

function open(): Store {
  const store = openStore(file);
  opened.push(store);
  return store;
}

/** Creates a database as the previous version saved it, right after the migration. */
async function createOldDatabase(): Promise<number> {
  const store = openStore(file);
  const factories = factoriesOf(store);
  const wordId = await factories.createWord(await factories.createClient(), { text: 'вокзал' });
  const posts = Array.from({ length: size }, (_, postId) =>
    newPost({ wordId, ownerId: -postId - 1, postId, text: textOf(postId), postedAt: postId * 1000 }),
  );
  await store.posts.save(posts);
  await store.close();
  const db = new DatabaseSync(file);
  db.function('former_stems', (text) =>
    storyWords(String(text))
      .map(({ stem }) => stem)
      .join(' '),
  );
  db.exec(`INSERT OR REPLACE INTO post_search (rowid, text, terms)
      SELECT id, former_stems(text), 'all w' || word_id || ' on' || -owner_id || ' u' || user_id
      FROM posts JOIN post_texts USING (id);
    DROP TABLE post_search_reindex; ${wordForms}`);
  db.close();
  return wordId;
}

const formerStems = (text: string) =>
  ` ${storyWords(text)
    .map(({ stem }) => stem)
    .join(' ')} `;

function matchesFormer(text: string, query: SearchQuery): boolean {
  if (query.kind === 'phrase') return formerStems(text).includes(formerStems(query.text));
  if (query.kind === 'not') return !matchesFormer(text, query.part);
  const { kind, parts } = query;
  return kind === 'all'
    ? parts.every((part) => matchesFormer(text, part))
    : parts.some((part) => matchesFormer(text, part));
}

async function found(store: Store, text: string): Promise<number[]> {
  const page = { limit: 2000, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
  const { rows, total } = await store.posts.page(admin, { ...noFilters, text }, page);
  expect(total).toBe(rows.length);
  return rows.map(({ postId }) => postId);
}

/** Posts from this one on have the current stems. */
async function expectFound(store: Store, firstCurrent: number): Promise<void> {
  for (const search of searches) {
    const query = parseSearchQuery(search) as SearchQuery;
    const expected = Array.from({ length: size }, (_, postId) => postId).filter((postId) =>
      postId >= firstCurrent ? matchesSearch(textOf(postId), query) : matchesFormer(textOf(postId), query),
    );
    expect([search, (await found(store, search)).filter((postId) => postId < size)]).toEqual([search, expected]);
  }
}

test('every post is found by its former or its current stems during a reindexing that a crash interrupts', async () => {
  const wordId = await createOldDatabase();
  const store = open();
  expect(await store.posts.countOutdated()).toBe(size);
  await expectFound(store, size);
  expect(await store.posts.catchUp()).toBe(300);
  await expectFound(store, size - 300);

  // The first process is not closed.
  const next = open();
  expect(await next.posts.countOutdated()).toBe(size - 300);
  const old = newPost({ wordId, ownerId: 7, postId: 5000, text: 'вокзалами', postedAt: 1000 });
  expect(await next.posts.save([old])).toMatchObject({ added: 1, changed: 0 });
  expect(await found(next, 'вокзал')).toContain(5000);
  await expectFound(next, size - 300);
  expect(await next.posts.catchUp()).toBe(300);
  await expectFound(next, size - 600);

  const logged: string[] = [];
  const logger = { info: (_: unknown, text: string) => void logged.push(text) } as never;
  const pauses: (() => void)[] = [];
  const reindexing = startCatchUp({
    store: next,
    faults: createFaultLog({ faultOf: next.faultOf, logger }),
    logger,
    pause: () => new Promise<void>((resolve) => void pauses.push(resolve)),
  });
  while ((await next.posts.countOutdated()) > 0) {
    pauses.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expectFound(next, 0);
  pauses.shift()?.();
  await reindexing.close();
  expect(await next.posts.catchUp()).toBe(0);
  expect(logged).toEqual(['stored posts are brought up to date', 'stored posts are brought up to date: progress']);
  await expectFound(next, 0);
});

test('a new database has the current stems from the beginning', async () => {
  const store = openStore(path.join(folder, 'new.sqlite'));
  expect([await store.posts.countOutdated(), await store.posts.catchUp()]).toEqual([0, 0]);
  await store.close();
});
