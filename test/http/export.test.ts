// Proves: export#menu, export#one-at-a-time, export#permission, export#rows-while-the-list-changes, export#streaming
/** Exports of all lists in all formats, through the real app, in front of an existing backend. */
import { type ExportFormatName, type ExportName, exportFormats, exportNames } from '../../shared/export.ts';
import * as messages from '../../shared/messages.ts';
import { pathOf } from '../../shared/routes.ts';
import { type Exported, readExport } from '../support/exported.ts';
import { misbehaviours } from '../support/misbehaviours.ts';
import { journalRecord } from '../support/offer-pages.ts';
import { offerOwn } from '../support/own-backend.ts';
import { type Listening, listen } from '../support/raw-http.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { foreignCookie, type RecordedCall, type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  startImpersonation,
  type TestConsole,
  type Visitor,
} from '../support/test-console.ts';

const formats = Object.keys(exportFormats) as ExportFormatName[];
const lists = exportNames;

const addressOf = (list: ExportName, format: ExportFormatName, query = '') =>
  `${pathOf(list)}/export.${format}${query}`;

let backend: StandIn;
let console: TestConsole;
let server: Listening;

beforeEach(async () => {
  backend = await startStandIn();
  console = createTestConsole({ apiUrl: backend.url });
  server = await listen(console.app);
});
afterEach(async () => {
  await server.close();
  await backend.close();
});

async function signIn(as: (visitor: Visitor) => Promise<unknown>): Promise<Visitor> {
  const visitor = createVisitor(console.app);
  await as(visitor);
  return visitor;
}

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const request = (visitor: Visitor, address: string, signal?: AbortSignal, port = server.port): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${address}`, {
    headers: { cookie: cookieOf(visitor) },
    redirect: 'manual',
    ...(signal && { signal }),
  });

async function download(visitor: Visitor, format: ExportFormatName, address: string, port?: number): Promise<Exported> {
  const response = await request(visitor, address, undefined, port);
  expect(response.status).toBe(200);
  return readExport(format, Buffer.from(await response.arrayBuffer()));
}

const nullable = (text: string) => ({ String: text, Valid: text !== '' });
const postOf = (id: number, more: object = {}) => ({
  OwnerID: -5,
  PostID: id,
  WordID: 7,
  UserID: id,
  PostDt: new Date(Date.UTC(2026, 5, 1) - id * 60_000).toISOString(),
  UpdateDt: '2026-06-02T00:00:00Z',
  Text: nullable(`Пост ${id}`),
  Word: nullable('метро'),
  OwnerName: nullable('Город онлайн'),
  OwnerType: 'group',
  ...more,
});
const pageOf = (posts: readonly object[], { path }: RecordedCall) => {
  const { searchParams } = new URL(path, backend.url);
  const offset = Number(searchParams.get('offset'));
  return { body: { posts: posts.slice(offset, offset + Number(searchParams.get('limit'))), total: posts.length } };
};
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const servePosts = (posts: readonly object[]) => backend.on('GET /vknf/posts/details', (call) => pageOf(posts, call));
const postIds = ({ rows }: Exported) => rows.map((row) => Number(/wall-5_(\d+)/.exec(row.at(-1) ?? '')?.[1]));

describe.each(lists)('the export of %s', (list) => {
  beforeEach(() => {
    if (list !== 'journal') return;
    offerOwn(backend);
    backend.on('GET /server/journal', () => ({ body: { records: [journalRecord], total: 1 } }));
  });

  test.each(formats)('as %s has the row, its name and its type, and states its completeness', async (format) => {
    const admin = await signIn(signInAsAdmin);
    const response = await request(admin, addressOf(list, format));
    expect(response.status).toBe(200);
    const { extension } = exportFormats[format];
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="${list}_\\d{4}-\\d\\d-\\d\\d_\\d{4}\\.${extension}"`),
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const file = readExport(format, Buffer.from(await response.arrayBuffer()));
    expect(file.rows).toHaveLength(1);
    expect(file.rows[0]).toHaveLength(file.titles.length);
    expect(file.stated).toBe(format === 'excel' || format === 'xlsx' ? 'Строк: 1 из 1' : null);
  });

  test('needs a session, and its page links all formats with its query', async () => {
    const address = addressOf(list, 'csv');
    expect((await request(createVisitor(console.app), address)).headers.get('location')).toMatch(/^\/login/);
    const admin = await signIn(signInAsAdmin);
    const { text } = await admin.get(`${pathOf(list)}?sort=-name&text=a%26b`);
    const links = [...text.matchAll(/<a role="menuitem" href="([^"]*)"[^>]*>([^<]*)</g)];
    expect(links.map(([, href = '', label]) => [href.replaceAll('&amp;', '&'), label])).toEqual(
      formats.map((format) => [addressOf(list, format, '?sort=-name&text=a%26b'), exportFormats[format].label]),
    );
    expect(text).toContain('Будет выгружено строк: 1');
  });

  test('needs the permission of a client', async () => {
    const client = await signIn(signInAsClient);
    backend.on('GET /server/clients/get', () => ({ body: { client_id: 'client-1', export_access: 'denied' } }));
    for (const [address, status] of [
      [addressOf(list, 'csv'), 403],
      [`${pathOf(list)}/export`, 200],
    ] as const) {
      const response = await request(client, address);
      if (list === 'clients' || list === 'journal') expect(response.headers.get('location')).toBe('/login');
      else
        expect([response.status, await response.text()]).toEqual([
          status,
          expect.stringContaining(messages.exportDenied),
        ]);
    }
  });
});

test('an unknown format is an unknown page', async () => {
  const admin = await signIn(signInAsAdmin);
  for (const format of ['pdf', 'toString', '']) {
    expect((await request(admin, `/ldvknf/posts/export.${format}`)).status).toBe(404);
  }
});

describe('permission', () => {
  test.each([
    ['allowed', { body: { client_id: 'client-1', export_access: 'allowed' } }, 200],
    ['denied', { body: { client_id: 'client-1', export_access: 'denied' } }, 403],
    ['a word that is unknown', { body: { client_id: 'client-1', export_access: 'yes' } }, 403],
    ['left out', { body: { client_id: 'client-1' } }, 403],
    ['refused with 403', { status: 403, body: { error: 'admins only' } }, 403],
    ['refused with 404', { status: 404, body: {} }, 403],
    ['a fault of the backend', { status: 500, body: {} }, 502],
  ])('%s: the client, and an administrator who acts as it, get the same answer', async (_name, answer, status) => {
    backend.on('GET /server/clients/get', () => answer);
    const client = await signIn(signInAsClient);
    const admin = await signIn(signInAsAdmin);
    await startImpersonation(admin);
    for (const visitor of [client, admin]) {
      const response = await request(visitor, addressOf('posts', 'csv'));
      expect(response.status).toBe(status);
      expect((await response.text()).includes(messages.exportDenied)).toBe(status === 403);
    }
    const asked = backend.calls.filter(({ path }) => path.startsWith('/server/clients/get'));
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/server/clients/get?id=client-1']));
  });

  test('an administrator is not asked for it', async () => {
    backend.on('GET /server/clients/get', () => ({ status: 403, body: {} }));
    const admin = await signIn(signInAsAdmin);
    expect((await request(admin, addressOf('words', 'csv'))).status).toBe(200);
  });
});

describe('posts of an existing backend', () => {
  test.each(formats)('as %s: all rows in their order, even while others arrive', async (format) => {
    let posts = range(0, 450).map((id) => postOf(id));
    let calls = 0;
    backend.on('GET /vknf/posts/details', (call) => {
      calls += 1;
      if (calls > 1) posts = [postOf(1000 + calls), postOf(2000 + calls), ...posts];
      return pageOf(posts, call);
    });
    const file = await download(await signIn(signInAsAdmin), format, addressOf('posts', format));
    expect(postIds(file)).toEqual(range(0, 450));
  });

  test('filters, sort and shown columns are the same as on the page', async () => {
    const admin = await signIn(signInAsAdmin);
    admin.cookies.set('console_preferences', 'hidden=posts.word+posts.updated');
    const query = '?word=7&owner=-5&text=метро&from=2026-05-01&to=2026-06-01&city=2&sort=user_id&page=3';
    const file = await download(admin, 'xlsx', addressOf('posts', 'xlsx', encodeURI(query)));
    expect(file.titles).toEqual(['Источник', 'ID пользователя', 'Текст', 'Дата поста', 'Город', 'Ссылка']);
    const call = backend.calls.find(({ path }) => path.startsWith('/vknf/posts/details'));
    expect(Object.fromEntries(new URL(call?.path ?? '', backend.url).searchParams)).toEqual({
      limit: '100',
      offset: '0',
      wordId: '7',
      ownerId: '-5',
      text: 'метро',
      postDtFrom: '2026-05-01',
      postDtTo: '2026-06-01',
      cityId: '2',
      orderBy: 'user_id',
      orderDirection: 'ASC',
    });
  });

  test('a workbook states the period of its posts, and opens them', async () => {
    servePosts([postOf(1), postOf(2000), postOf(3)]);
    const response = await request(await signIn(signInAsAdmin), addressOf('posts', 'xlsx', '?text=метро'));
    const [data, about] = readWorkbook(Buffer.from(await response.arrayBuffer()));
    expect(about?.rows).toEqual(
      expect.arrayContaining([
        ['Период', '30.05.2026 – 01.06.2026'],
        ['Поиск по тексту', 'метро'],
        ['Строк', '3 из 3'],
      ]),
    );
    expect(Object.values(data?.links ?? {})).toEqual([1, 2000, 3].map((id) => `https://vk.com/wall-5_${id}`));
    expect(data?.filter).toMatch(/^A1:[A-Z]4$/);
  });

  test('a first day after the last one has no rows and no call', async () => {
    const file = await download(
      await signIn(signInAsAdmin),
      'excel',
      addressOf('posts', 'excel', '?from=2026-06-02&to=2026-06-01'),
    );
    expect([file.rows, file.stated]).toEqual([[], 'Строк: 0 из 0']);
    expect(backend.calls.filter(({ path }) => path.startsWith('/vknf/posts'))).toEqual([]);
  });

  test('the text of a refused search is shown', async () => {
    const error = messages.queryError('не закрыта скобка', 1);
    backend.on('GET /vknf/posts/details', () => ({ status: 400, body: { error } }));
    const response = await request(await signIn(signInAsAdmin), addressOf('posts', 'csv', '?text=('));
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(error)]);
  });

  test('a client’s export of phrases has their live counts', async () => {
    const client = await signIn(signInAsClient);
    const { titles, rows } = await download(client, 'csv', addressOf('words', 'csv'));
    expect(rows[0]?.[titles.indexOf('Посты')]).toBe('34');
  });
});

describe('faults', () => {
  test.each(misbehaviours.filter((how) => how !== 'trickle' && how !== 'hang'))(
    'a first call with the fault «%s» is an error page',
    async (how) => {
      const admin = await signIn(signInAsAdmin);
      backend.misbehave(how, '/vknf/posts');
      const response = await request(admin, addressOf('posts', 'csv'));
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(response.headers.get('content-disposition')).toBeNull();
      expect(await response.text()).toContain('Ошибка');
    },
  );

  test.each(formats)('a later call that fails cuts the file off: %s', async (format) => {
    const posts = range(0, 450).map((id) => postOf(id));
    backend.on('GET /vknf/posts/details', (call) =>
      call.path.includes('offset=0&') ? pageOf(posts, call) : { status: 500, body: {} },
    );
    const admin = await signIn(signInAsAdmin);
    const response = await request(admin, addressOf('posts', format));
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(console.log).toContainEqual(expect.objectContaining({ event: 'export', complete: false, rows: 100 }));
    // The next one may begin at once.
    servePosts(posts);
    expect(postIds(await download(admin, format, addressOf('posts', format)))).toHaveLength(450);
  });

  test('an access token that expires in the middle cuts the file off, and is left for the browser to refresh', async () => {
    servePosts(range(0, 450).map((id) => postOf(id)));
    const admin = await signIn(signInAsAdmin);
    backend.on('GET /vknf/posts/details', (call) =>
      call.path.includes('offset=0&')
        ? pageOf(
            range(0, 450).map((id) => postOf(id)),
            call,
          )
        : { status: 401, body: {} },
    );
    const response = await request(admin, addressOf('posts', 'csv'));
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(backend.calls.some(({ path }) => path.endsWith('/auth/refresh'))).toBe(false);
  });
});

describe('before an export', () => {
  /** In seconds from now. */
  const webToken = (expires: number): string => {
    const payload = { exp: Math.floor(Date.now() / 1000) + expires };
    return ['{}', JSON.stringify(payload), 'signed'].map((part) => Buffer.from(part).toString('base64url')).join('.');
  };

  test.each([
    ['expires in four minutes is refreshed', webToken(4 * 60), 1],
    ['expires in six minutes is used', webToken(6 * 60), 0],
    ['does not tell when it expires, right after it was issued, is used', 'a1', 0],
    ['has no readable expiry, right after it was issued, is used', 'e30.bm9uZQ.e30', 0],
  ])('a token that %s', async (_, token, refreshes) => {
    const admin = await signIn(signInAsAdmin);
    admin.cookies.set('access_token', token);
    await download(admin, 'csv', addressOf('posts', 'csv'));
    expect(backend.calls.filter(({ path }) => path.endsWith('/auth/refresh'))).toHaveLength(refreshes);
  });
});

describe('a token that expires before an export, which then fails', () => {
  const newTokens = ['access_token=a1', 'refresh_token=r1'].map((pair) => expect.stringContaining(pair));

  test.each([
    ['a refusal', 'GET /server/clients/get', 403],
    ['a fault of the permission', 'GET /server/clients/get', 502],
    ['a fault of the first rows', 'GET /vknf/posts/details', 502],
    ['a fault of the state', 'GET /vknf/posts/count', 502],
  ])('%s: the browser gets the new tokens', async (name, route, status) => {
    const client = await signIn(signInAsClient);
    let refreshed = false;
    backend.on('POST /server/auth/refresh', () => {
      refreshed = true;
      return {
        body: { status: 'ok' },
        headers: { 'Set-Cookie': [foreignCookie('access_token', 'a1'), foreignCookie('refresh_token', 'r1')] },
      };
    });
    backend.on('GET /server/clients/get', () => ({ body: { client_id: 'client-1', export_access: 'allowed' } }));
    backend.on(route, () => {
      if (!refreshed) return { status: 401, body: {} };
      return name === 'a refusal' ? { body: { export_access: 'denied' } } : { status: 500, body: {} };
    });
    const isState = route.endsWith('/count');
    const response = await request(client, isState ? '/ldvknf/posts/export' : addressOf('posts', 'csv'));
    expect([response.status, refreshed]).toEqual([status, true]);
    expect(response.headers.getSetCookie()).toEqual(expect.arrayContaining(newTokens));
    expect(response.headers.getSetCookie().join()).toContain('console_session=');
  });
});

describe('while an export runs', () => {
  /** Holds the second page. */
  async function holdExport(visitor: Visitor, signal?: AbortSignal) {
    const posts = range(0, 450).map((id) => postOf(id));
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    backend.on('GET /vknf/posts/details', async (call) => {
      if (!call.path.includes('offset=0&')) {
        reached.resolve();
        await held.promise;
      }
      return pageOf(posts, call);
    });
    const response = await request(visitor, addressOf('posts', 'csv'), signal);
    await reached.promise;
    return { response, release: held.resolve };
  }

  test('the same person gets «Экспорт уже идёт» and sees the rows so far; others are served', async () => {
    const admin = await signIn(signInAsAdmin);
    const { response, release } = await holdExport(admin);
    const second = await request(admin, addressOf('words', 'xlsx'));
    expect([second.status, await second.text()]).toEqual([409, expect.stringContaining(messages.exportRunning)]);
    expect(await (await request(admin, '/ldvknf/owners/export')).json()).toEqual({
      running: 'Экспорт уже идёт. Выгружено строк: 100',
    });
    const other = await signIn(signInAsClient);
    await download(other, 'csv', addressOf('words', 'csv'));
    expect(await (await request(other, '/ldvknf/posts/export')).json()).toEqual({ total: 'Будет выгружено строк: 1' });
    release();
    expect(postIds(readExport('csv', Buffer.from(await response.arrayBuffer())))).toHaveLength(450);
    expect((await request(admin, addressOf('words', 'xlsx'))).status).toBe(200);
  });

  test('a browser that leaves before the first row does not count as a fault of the backend', async () => {
    const measured = createTestConsole({ apiUrl: backend.url, environment: { METRICS: 'on' } });
    const { port, close } = await listen(measured.app);
    const admin = createVisitor(measured.app);
    await signInAsAdmin(admin);
    backend.misbehave('hang', '/vknf/posts');
    const leaving = new AbortController();
    const left = request(admin, addressOf('posts', 'csv'), leaving.signal, port).catch(() => 'left');
    while (!backend.calls.some(({ path }) => path.startsWith('/vknf/posts/details'))) await new Promise(setImmediate);
    leaving.abort();
    expect(await left).toBe('left');
    while (!measured.log.some(({ event }) => event === 'export')) await new Promise(setImmediate);
    // A line about a fault would follow in the same task.
    await new Promise(setImmediate);
    expect(measured.log.filter(({ level }) => Number(level) > 30)).toEqual([]);
    expect((await admin.get('/metrics')).text).not.toContain('outcome="unavailable"');
    await close();
  });

  test('a browser that leaves ends the call to the backend, and no other follows', async () => {
    const admin = await signIn(signInAsAdmin);
    const leaving = new AbortController();
    const { response, release } = await holdExport(admin, leaving.signal);
    const body = response.arrayBuffer();
    leaving.abort();
    await expect(body).rejects.toThrow();
    while (!console.log.some(({ event }) => event === 'export')) await new Promise(setImmediate);
    const count = backend.calls.length;
    release();
    expect(await download(admin, 'csv', addressOf('words', 'csv'))).toMatchObject({ rows: [expect.anything()] });
    expect(
      backend.calls.slice(count).filter(({ path }) => path.includes('offset=') && path.startsWith('/vknf/posts')),
    ).toEqual([]);
  });
});
