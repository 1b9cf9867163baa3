// Proves: journal#records
/** The erasure of sources and authors on request, by the command line beside a running service. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type CollectionFixture,
  day,
  dayCollected,
  done,
  foundPage,
  foundPost,
  openCollectionStore,
  start,
} from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { runCommand } from '../support/server-process.ts';
import { by } from '../support/store-values.ts';
import { type FlatViewing, viewing } from '../support/viewing.ts';

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
const source = -1001;
const author = 77;

let fixture: CollectionFixture;
let db: DatabaseSync;
beforeEach(async () => {
  fixture = openCollectionStore();
  db = new DatabaseSync(fixture.file);
  const clientId = await fixture.createClient();
  await fixture.createWord(clientId);
  await fixture.createWord(clientId);
});
afterEach(async () => {
  db.close();
  await fixture.close();
});

const posts = [
  foundPost({ ownerId: source, postId: 1, userId: author, text: 'метро одно' }),
  foundPost({ ownerId: source, postId: 2, userId: 5, text: 'метро два' }),
  foundPost({ ownerId: author, postId: 3, userId: 6, text: 'метро на стене' }),
  foundPost({ ownerId: -2, postId: 4, userId: author, text: 'метро четыре' }),
  foundPost({ ownerId: -2, postId: 5, userId: 6, text: 'метро пять' }),
].map((post) => ({ ...post, postedAt: start - 2 * day }));
const page = {
  ...foundPage(posts),
  owners: [source, author, -2].map((ownerId) => ({
    ownerId,
    ownerType: ownerId > 0 ? 'user' : 'group',
    name: `Имя ${ownerId}`,
    domain: null,
    photoUrl: null,
  })),
  users: [author, 6].map((userId) => ({ userId, name: `Имя ${userId}`, domain: null, photoUrl: null })),
};

/** Collects the posts for both phrases. */
async function collect(now = start): Promise<void> {
  for (let phrase = 1; phrase <= 2; phrase += 1) {
    const claim = await fixture.claim(now);
    await fixture.store.collection.savePage(claim, page, dayCollected, now);
    await fixture.store.collection.finish(claim, { ...done, dueAt: now + 1 }, now);
  }
}

const erase = (...args: string[]) => runCommand('erase.js', [...args, '--data-dir', path.dirname(fixture.file)]);

const stored = () =>
  db
    .prepare('SELECT DISTINCT post_id AS id FROM posts ORDER BY id')
    .all()
    .map(({ id }) => id);
const names = () =>
  db
    .prepare('SELECT name FROM owners UNION SELECT name FROM users ORDER BY name')
    .all()
    .map(({ name }) => name);
const countOf = (scope: Partial<FlatViewing>) => fixture.store.posts.count(admin, viewing(scope));
const records = async () => {
  const query = { limit: 9, offset: 0, who: '', action: null, from: null, to: null };
  return (await fixture.store.journal.page(query)).rows.map(({ who, action, object }) => [who, action, object]);
};

test('an author: the dry run states numbers, the erasure is recorded without the name, and nothing comes back', async () => {
  await collect();
  const says = `Author ${author} «Имя ${author}»: 3 posts (6 rows) will be deleted and not be stored again.\n`;
  expect(await erase('author', String(author), '--dry-run')).toEqual({ code: 0, output: says });
  expect(await erase('author', String(author))).toEqual({
    code: 1,
    output: `${says}Nothing has changed: add --yes to confirm\n`,
  });
  expect(stored()).toEqual([1, 2, 3, 4, 5]);
  const { code, output } = await erase('author', String(author), '--yes');
  expect([code, output.slice(0, output.indexOf('\n- '))]).toEqual([
    0,
    `${says}6 rows deleted\nOverwriting what the rows have left in the files…\nWhat is left:`,
  ]);
  expect(output).toContain(
    '\n- messages that have reached their receivers, exported files, backups, and copies of upgrades (ldvk.sqlite.before-N)\n',
  );
  expect(stored()).toEqual([2, 5]);
  expect([await countOf({ text: 'метро' }), await countOf({ text: 'стена' })]).toEqual([4, 0]);
  expect((await fixture.store.words.get(1))?.totalPosts).toBe(2);
  expect(db.prepare('SELECT post_id FROM post_facts').all()).toHaveLength(2);
  expect(await records()).toEqual([['Командная строка', 'data-erased', `Автор ${author}: постов 3`]]);

  await collect(start + day);
  const imported = { wordId: 1, ownerId: -9, postId: 9, userId: author, updatedAt: start, cityId: null, comment: null };
  await fixture.store.posts.save([{ ...imported, postedAt: start, text: 'метро', textParts: [], photoUrl: null }]);
  expect([stored(), names()]).toEqual([
    [2, 5],
    ['Имя -1001', 'Имя -2', 'Имя 6'],
  ]);
});

function hasText(table: string, text: string): boolean {
  const rows = db.prepare(`SELECT * FROM ${table}`);
  rows.setReadBigInts(true);
  return rows
    .all()
    .some((row) => Object.values(row).some((value) => typeof value === 'string' && value.includes(text)));
}

/** The tables that have the text in a row. */
const tablesWith = (text: string) =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => hasText(name, text));

test('afterwards no table has names or texts of an author, not even messages composed during the erasure', async () => {
  await collect();
  const addMessage = db.prepare(`INSERT INTO deliveries
    (key, kind, rule_name, query, account, channel, findings, content, state, tries, created_at, due_at)
    VALUES (?, 'alert', 'Правило', '', 'admin:1', 'email', '[]', 'метро одно', ?, 1, 0, 0)`);
  for (const state of ['sent', 'waiting']) addMessage.run(state, state);
  const erased = [`Имя ${author}`, 'метро одно', 'метро на стене', 'метро четыре'];
  expect(erased.map((text) => tablesWith(text).length > 0)).toEqual(erased.map(() => true));
  const target = { kind: 'user', id: author } as const;
  await fixture.store.erasures.begin(target, start, by);
  addMessage.run('later', 'waiting');
  expect([await fixture.store.erasures.deletePosts(target, 5), tablesWith('метро одно')]).toEqual([5, ['deliveries']]);
  expect(await fixture.store.erasures.deletePosts(target, 5)).toBe(1);
  expect(erased.map(tablesWith)).toEqual(erased.map(() => []));
  expect(tablesWith('метро пять')).toEqual(['post_texts']);
});

test('after an erasure its texts and names are in no file, although pages were split and the service runs', async () => {
  const textOf = (postId: number) => `метро zq${postId}q`;
  const inNoOrder = Array.from({ length: 1000 }, (_, index) => ((index * 709) % 1000) + 1);
  const many = inNoOrder.map((postId) =>
    newPost({
      wordId: 1,
      postId,
      ownerId: postId % 10 === 0 ? source : -2,
      postedAt: start - postId * 60_000,
      text: `${textOf(postId)} ${'слово '.repeat(postId % 70)}`,
    }),
  );
  for (let index = 0; index < many.length; index += 100) {
    await fixture.store.posts.save(many.slice(index, index + 100));
  }
  await fixture.store.owners.save([
    { ownerId: source, ownerType: 'group', name: 'Имя zqownerq', domain: null, photoUrl: null },
  ]);
  const erased = [...inNoOrder.filter((postId) => postId % 10 === 0).map(textOf), 'Имя zqownerq'];
  const folder = path.dirname(fixture.file);
  const readFiles = () => readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
  let files = readFiles();
  const isFound = (text: string) => files.some((contents) => contents.includes(text));
  expect(erased.every(isFound)).toBe(true);
  expect((await erase('owner', String(source), '--yes')).code).toBe(0);
  files = readFiles();
  // Also as stems.
  const left = erased.map((text) => /zq\w+q/.exec(text)?.[0] ?? text);
  expect(left.filter(isFound)).toEqual([]);
  expect(await countOf({ text: 'метро' })).toBe(900);
  expect(isFound(textOf(1))).toBe(true);
});

test('a source: posts of others in it are also erased, and it is stored again when that is allowed', async () => {
  await collect();
  expect((await erase('owner', String(source), '--yes')).code).toBe(0);
  await collect(start + day);
  expect([stored(), names().includes(`Имя ${source}`)]).toEqual([[3, 4, 5], false]);
  expect(await erase('allow', 'owner', String(source))).toEqual({ code: 0, output: 'Its posts are stored again\n' });
  await collect(start + 2 * day);
  expect([stored(), names().includes(`Имя ${source}`)]).toEqual([[1, 2, 3, 4, 5], true]);
  expect((await records())[0]).toEqual(['Командная строка', 'erasure-lifted', `Источник ${source}`]);
});

test('old posts: the number of posts that a limit in days would delete, and their deletion', async () => {
  await collect();
  const old = Math.floor((Date.now() - start) / day);
  expect((await erase('older', String(old + 3), '--dry-run')).output).toMatch(
    /^0 rows of posts before .+ will be deleted\.\n$/,
  );
  expect((await erase('older', String(old), '--yes')).output).toMatch(/^10 rows of .+\n10 rows deleted\n/);
  expect(stored()).toEqual([]);
  expect((await records())[0]?.[2]).toMatch(/^Посты старше \d\d\.\d\d\.\d{4}, \d\d:\d\d: записей 10$/);
});

test.each([[['owner', '0']], [['older', '-3']], [['allow', '5']]])('%j prints the usage', async (args) => {
  expect((await erase(...args)).output).toMatch(/^Usage: npm run erase -- /);
});
