// Proves: collection#posts
/** The import into a real database while a backend serves it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { importPosts } from '../../server/backend/import/import-posts.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { runCommand } from '../support/server-process.ts';

let backend: TestBackend;
let wordId: number;
let cookie: string;

beforeEach(async () => {
  backend = await startTestBackend();
  const client = await backend.createClient();
  wordId = (await backend.createWord(client.clientId, { text: 'новая станция метро' })).wordId;
  cookie = await backend.signInClient(client.clientId);
});
afterEach(() => backend.close());

const line = (fields: Record<string, unknown>) =>
  JSON.stringify({
    OwnerID: -1001,
    PostID: 7,
    WordID: wordId,
    PostDt: '2026-03-01T09:30:00+03:00',
    Text: 'Открыли новую станцию метро',
    OwnerName: { String: 'Новости города', Valid: true },
    Domain: { String: 'citynews', Valid: true },
    OwnerType: 'group',
    CityID: 1,
    City: 'Москва',
    Country: 'Россия',
    ...fields,
  });

/** Runs the script in its own process and returns its output. */
async function runImport(lines: string[]) {
  const folder = path.dirname(backend.file);
  const file = path.join(folder, 'posts.jsonl');
  writeFileSync(file, lines.join('\n'));
  return runCommand('import.js', [file, '--data-dir', folder]);
}

/** Does the same as the script with the lines, without a process. */
const importHere = (lines: string[]) => importPosts(backend.store, lines, { onBadLine: () => {} });

const readFeed = async () => (await backend.call('GET', '/vknf/posts/details', { cookie })).body;

test('imported posts appear with their source, city and phrase; lines end at line feeds alone', async () => {
  expect(await readFeed()).toEqual({ posts: [], total: 0 });
  const earlier = { PostDt: '2026-02-01T00:00:00Z' };
  const { code, output } = await runImport([
    `\uFEFF${line({})}`,
    '',
    line({ PostID: 8, WordID: undefined, Word: 'Новая СТАНЦИЯ метро' }),
    line({ PostID: 6, Text: 'метро\u2028и\u2029вокзал\r', ...earlier }),
    `${line({ PostID: 5, ...earlier })}\r`,
  ]);
  expect({ code, output }).toEqual({ code: 0, output: '4 added, 0 changed, 0 unchanged, 0 bad lines\n' });
  expect(await readFeed()).toMatchObject({
    total: 4,
    posts: [
      { PostID: 8, WordID: wordId },
      {
        PostID: 7,
        UserID: -1001,
        PostDt: '2026-03-01T06:30:00.000Z',
        OwnerName: { String: 'Новости города', Valid: true },
        City: { String: 'Москва', Valid: true },
        TextHighlighted: { String: 'Открыли <mark>новую</mark> <mark>станцию</mark> <mark>метро</mark>', Valid: true },
      },
      { PostID: 5 },
      { PostID: 6 },
    ],
  });
});

test('importing a file again changes nothing, not even seconds of times; a changed line updates its post and the index', async () => {
  const times = { PostDt: '2026-03-01T09:30:45.000Z', UpdateDt: '2026-03-02T10:00:59.250Z' };
  const lines = [line({}), line({ PostID: 8, PostDt: '2026-03-01T09:30:45Z', UpdateDt: times.UpdateDt })];
  await runImport(lines);
  expect(await readFeed()).toMatchObject({ posts: [{ PostID: 8, ...times }, { PostID: 7 }] });
  expect((await runImport(lines)).output).toBe('0 added, 0 changed, 2 unchanged, 0 bad lines\n');
  const changed = [line({ Text: 'Поправка: автобус', PostDt: '2026-03-02T00:00:00Z' })];
  expect((await runImport(changed)).output).toBe('0 added, 1 changed, 0 unchanged, 0 bad lines\n');
  const count = async (text: string) =>
    (await backend.call('GET', `/vknf/posts/count?text=${encodeURIComponent(text)}`, { cookie })).body;
  expect(await count('автобусы')).toEqual({ total: 1 });
  expect(await count('станция')).toEqual({ total: 1 });
  expect(await readFeed()).toMatchObject({ total: 2, posts: [{ PostID: 7 }, { PostID: 8, ...times }] });
});

test('a phrase text refers to the phrase that is not deleted, or else to the one deleted last', async () => {
  const byText = (PostID: number) => line({ PostID, WordID: null, Word: 'новая станция метро' });
  const postsOf = async (id: number) => (await backend.store.words.get(id))?.totalPosts;
  await backend.store.words.markDeleted(wordId, 1);
  const again = (await backend.createWord('client-1001', { text: 'Новая станция метро' })).wordId;
  await importHere([byText(1)]);
  expect([await postsOf(wordId), await postsOf(again)]).toEqual([0, 1]);
  await backend.store.words.markDeleted(again, 2);
  await importHere([byText(2)]);
  expect([await postsOf(wordId), await postsOf(again)]).toEqual([0, 2]);
});

test('bad lines are reported by number, times without a zone with the remedy, and the others are imported', async () => {
  const { code, output } = await runImport([
    '{',
    line({}),
    line({ WordID: 9999 }),
    line({ PostID: null }),
    line({ PostDt: 'вчера' }),
    line({ OwnerID: 0 }),
    line({ WordID: null, Word: 'такой фразы нет' }),
    '[]',
    line({ PostDt: '2026-03-01T09:30:00' }),
    line({ PostID: 8, UpdateDt: '2026-03-01 09:30' }),
    line({ PostID: 9, PostDt: '2026-03-01' }),
  ]);
  expect(code).toBe(1);
  expect(output).toContain('1 added, 0 changed, 0 unchanged, 10 bad lines\n');
  const remedy = 'write 2026-11-20T09:30:00Z or 2026-11-20T12:30:00+03:00';
  expect(output).toContain(
    `line 9: PostDt has no time zone: ${remedy}\nline 10: UpdateDt has no time zone: ${remedy}\n`,
  );
  expect(output).toContain('line 11: PostDt is not a time between 1970 and 2100\n');
  expect([...output.matchAll(/^line (\d+): /gm)].map(([, number]) => Number(number))).toEqual([
    1, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ]);
});

test('an import updates the post count and the times of its phrase', async () => {
  const before = Date.now();
  const late = line({ PostID: 8, PostDt: '2026-03-05T00:00:00Z', UpdateDt: '2098-03-06T00:00:00Z' });
  await importHere([line({}), late]);
  const word = await backend.store.words.get(wordId);
  expect(word).toMatchObject({ totalPosts: 2, lastPostPosts: Date.parse('2026-03-05T00:00:00Z') });
  for (const time of [word?.updateDt, word?.lastUpdatePosts]) {
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  }
});

test('posts of an erased source are reported as refused', async () => {
  const by = { who: 'admin', onBehalfOf: null, address: '', at: 1 };
  await backend.store.erasures.begin({ kind: 'owner', id: -1001 }, 1, by);
  expect((await runImport([line({}), line({ OwnerID: -5 })])).output).toBe(
    '1 added, 0 changed, 0 unchanged, 1 refused because they were erased, 0 bad lines\n',
  );
});

test('without a database the import says how to create one', async () => {
  const environment = { DATA_DIR: path.join(path.dirname(backend.file), 'nowhere') };
  const { code, output } = await runCommand('import.js', ['posts.jsonl'], { environment });
  expect(code).toBe(1);
  expect(output).toMatch(/^There is no database .*: start the service once, or set DATA_DIR or DATABASE_URL\n$/);
});

test('a file that does not exist is reported in one line', async () => {
  const folder = path.dirname(backend.file);
  const { code, output } = await runCommand('import.js', ['nowhere.jsonl', '--data-dir', folder]);
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(/^ENOENT: .*nowhere\.jsonl'\n$/) });
});
