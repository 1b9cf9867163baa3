// Proves: export#formats, export#menu, export#permission, journal#records, work#export
/** Exports in front of the embedded backend: rows by cursor, scope, folded copies, mutes, and texts of every kind. */
import { guardFormula } from '../../server/export/csv.ts';
import { hourMs } from '../../shared/durations.ts';
import { type ExportFormatName, exportFormats } from '../../shared/export.ts';
import { type PostSortColumn, postSortColumns } from '../../shared/fields/posts.ts';
import { isReachSort } from '../../shared/pages/posts-query.ts';
import { backendAdmin, clientPassword } from '../support/backend.ts';
import { type Exported, readExport } from '../support/exported.ts';
import { type Listening, listen } from '../support/raw-http.ts';
import { hasOffice, readInOffice } from '../support/read-in-office.ts';
import { noon } from '../support/seed-posts.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

const formats = Object.keys(exportFormats) as ExportFormatName[];
const texts = [
  '=1+1',
  '+7 900',
  '-1',
  '@SUM',
  '\t',
  'Ёлка «Север»; "кавычки", точка',
  'две\nстроки',
  '_x0041_',
  '<b>&</b>',
  '👍',
];
const rowsPerPhrase = 130;

let stage: TwoClients;
let server: Listening;
let cookies: Record<Who, string>;

async function signInAll(): Promise<typeof cookies> {
  const { app } = createTestConsole({ apiUrl: stage.backend.url });
  const accounts: Record<Who, Record<string, string>> = {
    admin: { type: 'admin', ...backendAdmin },
    client: { type: 'client', client_id: stage.clientIds.client, password: clientPassword },
    other: { type: 'client', client_id: stage.clientIds.other, password: clientPassword },
  };
  const cookieOf = async (who: Who) => {
    const visitor: Visitor = createVisitor(app);
    await visitor.postForm('/login', accounts[who]);
    return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  };
  return { admin: await cookieOf('admin'), client: await cookieOf('client'), other: await cookieOf('other') };
}

beforeAll(async () => {
  stage = await startTwoClients();
  const { metro, vote, clientIds, backend } = stage;
  for (const clientId of Object.values(clientIds))
    await backend.store.clients.update(clientId, { exportAccess: 'allowed' }, noon);
  await backend.store.owners.save([
    { ownerId: -1, ownerType: 'group', name: '=Источник', domain: null, photoUrl: null },
  ]);
  const post = (wordId: number) => (_: unknown, index: number) => ({
    wordId,
    ownerId: -1 - (index % 3),
    postId: wordId * 1000 + index,
    userId: index % 7,
    postedAt: noon + Math.floor(index / 4) * 1000,
    updatedAt: noon + (index % 5) * 1000,
    life: lifeOf(wordId * 1000 + index, noon),
    text: texts[index] ?? `Пост ${wordId * 1000 + index}`,
  });
  for (const { wordId } of [metro, vote]) await stage.save(...Array.from({ length: rowsPerPhrase }, post(wordId)));
  server = await listen(createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '60000' } }).app);
  cookies = await signInAll();
});
afterAll(async () => {
  await server.close();
  await stage.close();
});

async function downloadFile(who: Who, format: ExportFormatName, query = '', list = 'ldvknf/posts'): Promise<Buffer> {
  const response = await fetch(`http://127.0.0.1:${server.port}/${list}/export.${format}${query}`, {
    headers: { cookie: cookies[who] },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const download = async (who: Who, format: ExportFormatName, query?: string, list?: string): Promise<Exported> =>
  readExport(format, await downloadFile(who, format, query, list));

const column = ({ titles, rows }: Exported, title: string) => rows.map((row) => row[titles.indexOf(title)]);
/** Source and number of each post. */
const links = (file: Exported) =>
  column(file, file.titles.includes('URL') ? 'URL' : 'Ссылка').map((url) => url?.replace('https://vk.com/wall', ''));
/** All of one age, so that the sources have a usual. Every seventh post has no figures. */
const lifeOf = (number: number, from: number) => ({
  measures:
    number % 7 === 0
      ? []
      : [{ at: from + 3 * hourMs, views: (number * 13) % 50, likes: 2, reposts: null, comments: 0 }],
  changedAt: null,
  deletedAt: null,
});

type ShownPost = { OwnerID: number; PostID: number; Views: number | null };
const readShown = async (query: string): Promise<ShownPost[]> =>
  ((await stage.get(`/vknf/posts/details?limit=1000&${query}`, 'admin')).body as { posts: ShownPost[] }).posts;
const linkOf = ({ OwnerID, PostID }: ShownPost) => `${OwnerID}_${PostID}`;
const stored = (sql: string, ...params: number[]) =>
  stage.query(`SELECT owner_id || '_' || post_id AS link FROM posts ${sql}`, ...params).map(({ link }) => link);

describe.each(formats)('as %s', (format) => {
  test('an administrator gets all rows of the database, in its order', async () => {
    const file = await download('admin', format, '?copies=show');
    expect(links(file)).toEqual(stored('ORDER BY id DESC'));
    expect(file.rows).toHaveLength(2 * rowsPerPhrase);
  });

  test('a link with another client’s phrase shows readers only their own rows', async () => {
    const { metro, vote } = stage;
    for (const [who, own, foreign] of [
      ['client', metro, vote],
      ['other', vote, metro],
    ] as const) {
      expect(links(await download(who, format, '?copies=show'))).toEqual(
        stored('WHERE word_id = ? ORDER BY id DESC', own.wordId),
      );
      expect((await download(who, format, `?word=${foreign.wordId}`)).rows).toEqual([]);
    }
  });

  test('texts that look like formulas, and Cyrillic ones, come back', async () => {
    const file = await download('client', format, '?copies=show&sort=post_dt');
    const isCsv = format === 'csv' || format === 'excel';
    const found = column(file, format === 'jsonl' ? 'Text' : 'Текст');
    for (const text of texts) expect(found).toContain(isCsv ? guardFormula(text) : text);
    expect(column(file, format === 'jsonl' ? 'OwnerName' : 'Источник')[0]).toBe(isCsv ? "'=Источник" : '=Источник');
  });
});

test('files of clients have the work on their stories, files of administrators do not', async () => {
  const titles = ['Состояние', 'Исполнитель', 'Теги', 'Тон', 'Причина'];
  const file = await download('client', 'csv', '?copies=show&state=new');
  expect(file.titles.slice(-titles.length)).toEqual(titles);
  expect(new Set(column(file, 'Состояние'))).toEqual(new Set(['Новое']));
  expect((await download('client', 'csv', '?copies=show&state=resolved')).rows).toEqual([]);
  expect((await download('admin', 'csv', '?copies=show')).titles).not.toContain('Состояние');
});

// Excel and LibreOffice open these two by a double click.
(hasOffice ? test : test.skip).each([
  ['xlsx', 'xlsx'],
  ['excel', 'csv'],
] as const)('LibreOffice shows the texts of %s as they were exported', async (format, extension) => {
  const [titles = [], ...rows] = await readInOffice(await downloadFile('client', format, '?copies=show'), extension);
  const shown = column({ titles, rows, stated: null }, 'Текст');
  for (const text of texts) expect(shown).toContain(format === 'excel' ? guardFormula(text) : text);
});

test.each(postSortColumns.flatMap((name) => [name, `-${name}`]))(
  'sorted by %s the export has the order of the feed',
  async (sort) => {
    const name = sort.replace('-', '');
    const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
    const file = await download('admin', 'csv', `?copies=show&sort=${sort}`);
    const order = name === 'post_dt' ? `id ${direction}` : `${name} ${direction}, id ${direction}`;
    if (!isReachSort(name as PostSortColumn)) return expect(links(file)).toEqual(stored(`ORDER BY ${order}`));
    expect(links(file)).toEqual((await readShown(`orderBy=${name}&orderDirection=${direction}`)).map(linkOf));
    const known = column(file, name === 'views' ? 'Просмотры' : 'К обычному').filter((value) => value !== '');
    const values = known.map((value) => Number(String(value).replace(',', '.')));
    expect(values).toEqual(values.toSorted((a, b) => (direction === 'ASC' ? a - b : b - a)));
    expect(values.length).toBeGreaterThan(100);
    expect(column(file, 'Просмотры').slice(0, known.length)).not.toContain('');
  },
);

test.each([
  ['post_dt', 'DESC'],
  ['views', 'DESC'],
  ['views', 'ASC'],
  ['ratio', 'ASC'],
])(
  'with copies hidden, by %s %s each story has the row and the figures that the feed shows',
  async (orderBy, direction) => {
    const text = 'Одинаковый текст под двумя фразами, который повторяется';
    const same = (wordId: number, postId: number) => ({
      ...{ wordId, postId, text, postedAt: noon + 9_000_000 + postId },
      life: lifeOf(postId + 1000, noon + 9_000_000),
    });
    await stage.save(same(stage.metro.wordId, 1), same(stage.vote.wordId, 2), same(stage.metro.wordId, 3));
    const shown = await readShown(`copies=hide&orderBy=${orderBy}&orderDirection=${direction}`);
    const file = await download('admin', 'csv', `?sort=${direction === 'DESC' ? '-' : ''}${orderBy}`);
    expect(links(file)).toEqual(shown.map(linkOf));
    expect(column(file, 'Просмотры')).toEqual(shown.map(({ Views }) => String(Views ?? '')));
    expect(file.rows.length).toBeLessThan((await download('admin', 'csv', '?copies=show')).rows.length);
  },
);

test('filters, search, marks and mutes apply', async () => {
  const { metro } = stage;
  expect((await download('admin', 'csv', `?copies=show&word=${metro.wordId}&owner=-2`)).rows).toHaveLength(
    Math.floor(rowsPerPhrase / 3),
  );
  expect(column(await download('admin', 'csv', `?copies=show&text=Ёлка`), 'Текст')).toHaveLength(2);
  const unread = (await download('client', 'csv', '?unread=1')).rows.length;
  const [first] = stage.query('SELECT story_id AS story FROM posts WHERE word_id = ? ORDER BY id DESC', metro.wordId);
  const session = { cookie: await stage.cookie('client') };
  await stage.backend.call('POST', '/vknf/posts/marks', { ...session, body: { StoryIDs: [first?.story], Read: true } });
  expect((await download('client', 'csv', '?unread=1')).rows).toHaveLength(unread - 1);
  await stage.backend.call('POST', '/vknf/mutes/create', { ...session, body: { Kind: 'owner', TargetID: -2 } });
  expect(links(await download('client', 'csv', '?copies=show')).filter((link) => link?.startsWith('-2_'))).toEqual([]);
  expect(links(await download('other', 'csv', '?copies=show')).filter((link) => link?.startsWith('-2_'))).not.toEqual(
    [],
  );
});

test('lists: phrases of the client, sources, and clients for administrators', async () => {
  expect(column(await download('client', 'csv', '', 'ldvknf/words'), 'Текст')).toEqual(['метро']);
  expect(column(await download('admin', 'csv', '?sort=text', 'ldvknf/words'), 'Текст')).toEqual(['выборы', 'метро']);
  expect(column(await download('admin', 'xlsx', '', 'ldvknf/owners'), 'Название')).toEqual(['=Источник']);
  expect(column(await download('admin', 'jsonl', '', 'ldserver/clients'), 'client_id')).toEqual(
    Object.values(stage.clientIds),
  );
  const last = stage.clientIds.other;
  const found = await download('admin', 'csv', `?search=${last}&sort=-name`, 'ldserver/clients');
  expect([column(found, 'ID'), column(found, 'Фраз')]).toEqual([[last], ['1']]);
});

test('the journal has each export that began, and none that was refused, and is exported with its filters', async () => {
  const query = { limit: 1000, offset: 0, who: '', action: 'exported', from: null, to: null } as const;
  const { total } = await stage.backend.store.journal.page(query);
  await download('other', 'excel', '', 'ldvknf/owners');
  await fetch(`http://127.0.0.1:${server.port}/ldvknf/posts/export.csv?text=(`, { headers: { cookie: cookies.other } });
  const { rows } = await stage.backend.store.journal.page(query);
  expect(rows).toHaveLength(total + 1);
  expect(rows[0]).toMatchObject({ who: stage.clientIds.other, object: 'Источники, CSV для Excel' });
  const exported = await download('admin', 'xlsx', '?action=exported', 'ldserver/journal');
  expect(column(exported, 'Объект')).toEqual(rows.map(({ object }) => object));
  expect(new Set(column(exported, 'Действие'))).toEqual(new Set(['Экспорт']));
});

test('an export ends when the right is withdrawn, and its link through the API also needs the right', async () => {
  const { posts, clients } = stage.backend.store;
  const { rows } = posts;
  const setRight = (exportAccess: 'allowed' | 'denied') =>
    clients.update(stage.clientIds.other, { exportAccess }, Date.now());
  posts.rows = async (...query) => {
    const read = await rows(...query);
    await setRight('denied');
    return read;
  };
  try {
    await expect(downloadFile('other', 'csv', '?copies=show')).rejects.toThrow();
    const through = `http://127.0.0.1:${server.port}/api/v1/vknf/posts/rows?limit=1000`;
    expect((await fetch(through, { headers: { cookie: cookies.other } })).status).toBe(403);
  } finally {
    posts.rows = rows;
    await setRight('allowed');
  }
  expect((await download('other', 'csv', '?copies=show')).rows.length).toBeGreaterThan(100);
});
