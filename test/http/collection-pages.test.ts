// Proves: api#failures, collection#collection-page, collection#routes, phrases#card-of-a-phrase, phrases#first-run
/** The pages of the collection (docs/product/collection.md), in front of our own backend. */
import * as messages from '../../shared/messages.ts';
import { offerAnalytics } from '../support/analytics-replies.ts';
import {
  cardId,
  health,
  key,
  offerCollection,
  overview,
  run,
  word,
  wordCollection,
} from '../support/collection-replies.ts';
import { offerOwn } from '../support/own-backend.ts';
import { offerOwnerCard, ownerCardId } from '../support/owner-card-replies.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type Visitor,
} from '../support/test-console.ts';

const card = `/ldvknf/words/${cardId}`;
const now = Date.parse('2026-11-01T10:05:00Z');

let backend: StandIn;
let admin: Visitor;
let client: Visitor;

beforeEach(async () => {
  backend = await startStandIn();
  offerCollection(backend);
  offerAnalytics(backend);
  const { app } = createTestConsole({ apiUrl: backend.url, now: () => now });
  [admin, client] = [createVisitor(app), createVisitor(app)];
  await signInAsAdmin(admin);
  await signInAsClient(client);
  backend.calls.length = 0;
});
afterEach(() => backend.close());

/** The text of HTML, with plain spaces. */
const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');

/** The page's terms and their texts. */
const termsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term = '', value = '']) => [
      term,
      plain(value).replaceAll(/ +/g, ' '),
    ]),
  );

/** Islands also have an empty alert, for their messages. */
const alertsOf = (html: string): string[] =>
  [...html.matchAll(/<(p|div) role="alert"[^>]*>(.*?)<\/\1>/g)]
    .map(([, , text = '']) => plain(text))
    .filter((text) => text !== '');

test.each(['posts', 'words', 'analytics'])(
  'a client without phrases is told on the page /ldvknf/%s how to start',
  async (page) => {
    offerOwn(backend);
    const visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
    await signInAsClient(visitor);
    const openSection = async () =>
      /<section aria-labelledby="first-run".*?<\/section>/s.exec((await visitor.get(`/ldvknf/${page}`)).text)?.[0];
    expect(await openSection()).toBeUndefined();
    for (const list of ['words/client', 'words/paginated/client'])
      backend.on(`GET /vknf/${list}`, () => ({ body: { words: [], total: 0 } }));
    const section = await openSection();
    expect(section?.match(/<li>/g)).toHaveLength(3);
    expect(section).toMatch(/<form .*action="\/ldvknf\/words".*name="add" value="1".*Добавить фразу<\/button>/s);
  },
);

describe('the collection page', () => {
  const open = async (query = '') => (await admin.get(`/ldvknf/collection${query}`)).text;
  const withOverview = (change: object) =>
    backend.on('GET /vknf/collection', () => ({ body: { ...overview, ...change } }));

  test('shows keys, used calls, how long they last, the queue and the runs', async () => {
    const html = await open();
    expect(termsOf(html)).toEqual({
      Ключи: 'a1b2c3: работает, вызовов 120 / 1 000',
      'Израсходовано вызовов за сутки': '120 / 1 000',
      'Хватит до': 'Хватает на все фразы',
      Очередь: 'Ждут сбора: 3 из 40 фраз. Нужно вызовов в сутки: 480',
      'Вызовов за сутки': '12 / 1 000',
      'Ждут проверки': '40',
      Отставание: '1 ч 5 мин',
      'Вызовов за сутки, стены': '24 / 4 800',
      'Вызовов за сутки, комментарии': '310 / 20 000',
      'Посты, комментарии которых ждут сбора': '7',
    });
    expect(alertsOf(html)).toEqual([]);
    const row = /data_table_rows">(.*?)<div class="data_table_listEnd">/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '|');
    expect(row).toMatch(/ремонт дорог.*01\.11\.2026, 13:00.*01\.11\.2026, 13:00.*1.340.*200.*Собрано не всё/);
    expect(html).toContain(`<a href="${card}">`);
  });

  test('lists the walls that clients follow', async () => {
    const table = /<table.*?<\/table>/s.exec(await open())?.[0] ?? '';
    const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
    );
    expect(rows).toEqual([
      ['Источник', 'Последний сбор', 'Отставание', 'Вызовов за сутки', 'Ошибка'],
      ['Город', '01.11.2026, 12:00', '1\u00a0ч 5\u00a0мин', '24', '—'],
      ['Без названия', '—', '—', '0', 'Access denied'],
      ['Район', '—', '—', '0', 'Нет фраз'],
    ]);
    expect(table).toContain('href="/ldvknf/owners/-5"');
    withOverview({ Walls: [{ ...overview.Walls[0], LagMs: 5000 }] });
    expect(await open()).toContain('<td>1\u00a0мин</td>');
    withOverview({ Walls: [] });
    expect(await open()).not.toContain('>Стены<');
  });

  test('says that checks are off, and which key may not check posts', async () => {
    withOverview({ Checks: { Calls: 0, Limit: 0, Due: 7, LateMs: 0 } });
    const html = await open();
    expect(html).toContain(messages.checksOff);
    expect(termsOf(html)).toMatchObject({ 'Вызовов за сутки': '—', 'Ждут проверки': '—', Отставание: '—' });
    const until = '2026-11-01T11:00:00Z';
    withOverview({
      Keys: [{ ...key, ChecksUntil: until, ChecksCode: 15, ChecksMessage: 'ВК закрыл доступ (ошибка ВК 15).' }],
    });
    expect(alertsOf(await open())).toEqual([
      'Ключ a1b2c3 не проверяет посты до 01.11.2026, 14:00. ВК закрыл доступ (ошибка ВК 15). Сбор идёт дальше.',
    ]);
  });

  test('names the setting when no key is set', async () => {
    withOverview({ Configured: false, Keys: [] });
    expect(alertsOf(await open())).toEqual([messages.collectionOff]);
  });

  test('names a broken key, what happened, and the remedy', async () => {
    const broken = { ...key, State: 'broken', Code: 5, Message: 'Ключ отозван (ошибка ВК 5).' };
    withOverview({ Keys: [broken, { ...key, KeyID: 'ffffff' }] });
    const [alert] = alertsOf(await open());
    expect(alert).toBe(
      'Ключ a1b2c3 отклонён ВК. Ключ отозван (ошибка ВК 5). ' +
        'Проверьте приложение в настройках ВК и замените ключ в VK_SERVICE_KEY.',
    );
  });

  test.each([
    ['https://vk.com/challenge?x=1', true],
    ['javascript:alert(1)', false],
  ])('links VK’s redirect_uri %s: %s', async (redirectUri, linked) => {
    withOverview({ Keys: [{ ...key, State: 'broken', Code: 14, RedirectURI: redirectUri }] });
    expect((await open()).includes(`href="${redirectUri}"`)).toBe(linked);
  });

  test.each([
    [29, 'Ключ a1b2c3. Квота исчерпана до 01.11.2026, 14:00'],
    [9, 'Ключ a1b2c3. Пауза до 01.11.2026, 14:00'],
  ])('error %i reads «%s»', async (code, text) => {
    withOverview({ Keys: [{ ...key, State: 'resting', Code: code, Until: '2026-11-01T11:00:00Z' }] });
    expect(alertsOf(await open())).toEqual([text]);
  });

  test.each([
    [{ LastsUntil: '2026-11-01T11:00:00Z' }, '01.11.2026, 14:00'],
    [{ CallsLeft: 0, LastsUntil: '2026-11-01T10:00:00Z' }, 'Израсходовано'],
    [{ Keys: [] }, '—'],
  ])('«Хватит до» of %j is «%s»', async (change, text) => {
    withOverview(change);
    expect(termsOf(await open())['Хватит до']).toBe(text);
  });

  test('pages by links without JavaScript', async () => {
    backend.on('GET /vknf/collection/runs', ({ path }) => ({
      body: { runs: [{ ...run, RunID: path.length }], total: 60 },
    }));
    expect(await open()).toContain('<a href="?page=2"');
    expect(await open('?page=2')).not.toContain('Дальше');
    expect(backend.calls.map(({ path }) => path)).toContain('/vknf/collection/runs?limit=50&offset=50');
  });

  test.each(['/vknf/collection', '/vknf/collection/runs'])(
    'a fault of %s leaves the rest of the page',
    async (path) => {
      backend.misbehaveBy((called) => (called.split('?')[0] === path ? 'status 500' : null));
      const html = await open();
      expect(alertsOf(html)).toEqual([expect.stringContaining(messages.loadCollection)]);
      expect(html).toContain(path === '/vknf/collection' ? 'Собрано не всё' : 'Хватает на все фразы');
    },
  );

  test('an unknown outcome and missing fields do not break it', async () => {
    backend.on('GET /vknf/collection', () => ({ body: {} }));
    backend.on('GET /vknf/collection/runs', () => ({
      body: { runs: [{ RunID: 1, WordID: 7, Outcome: 'lost' }], total: 1 },
    }));
    expect(await open()).toContain('Идёт');
  });
});

describe('the card of a phrase', () => {
  const withCollection = (change: object) =>
    backend.on(`GET /vknf/collection/words/${cardId}`, () => ({ body: { ...wordCollection, ...change } }));
  const withWord = (change: object) =>
    backend.on(`GET /vknf/words/${cardId}`, () => ({ body: { ...word, ...change } }));
  const open = async (visitor = client) => (await visitor.get(card)).text;

  test('shows the state of collection, and a link to the phrase’s posts', async () => {
    const html = await open();
    expect(termsOf(html)).toMatchObject({
      Состояние: 'Активно',
      Оценка:
        'Собрано не всё Пробелов во времени сбора: 1, последний сбор получил не все посты. ' +
        'Включите полный поиск: он соберёт остальные посты. Вычислено 01.11.2026, 06:00',
      'Последний сбор': '01.11.2026, 13:00 — Собрано не всё, новых: 200',
      'Следующий сбор': '01.11.2026, 13:30',
      'Найдено ВК / собрано': '1 340 в последнем сборе / 200',
      Пробелы: '20.10.2026, 03:00 — 25.10.2026, 03:00',
      'Полнота поиска': '83 % из 60',
    });
    expect(html).toContain(`href="/ldvknf/posts?word=${cardId}"`);
    expect(html).not.toContain('island');
  });

  test('renders collected time and gaps, with the same data as a table', async () => {
    const html = await open();
    const [strip = ''] = /<svg role="img".*?<\/svg>/.exec(html) ?? [];
    expect([...strip.matchAll(/class="[\w-]*_(\w+)"/g)].map(([, name]) => name)).toEqual([
      'strip',
      'collected',
      'gap',
      'collected',
      'awaited',
    ]);
    const rows = [...html.matchAll(/<tr>(<td>.*?)<\/tr>/g)].map(([, cells = '']) =>
      cells.replaceAll(/<[^>]*>/g, ' ').trim(),
    );
    expect(rows.map((row) => row.split('  ').at(-1))).toEqual([
      'Собрано',
      'Пробел',
      'Собрано',
      'Ждёт следующего сбора',
    ]);
  });

  test.each([
    ['pending', {}, 'В ожидании. Ждёт первого сбора'],
    ['freeze', {}, 'Заморожено. Не собирается, пока заморожена'],
    ['error', {}, /^Ошибка\. ВК отклонил запрос: измените текст/],
    ['error', { Reason: 'Во фразе нет слов для поиска.' }, 'Ошибка. Во фразе нет слов для поиска.'],
    [
      'ready',
      { FullSearchReached: '2026-05-01T09:00:00Z', FullSearchFrom: '2025-11-01T09:00:00Z' },
      'Активно. Полный поиск дошёл до 01.05.2026, 12:00, цель — 01.11.2025, 12:00',
    ],
  ])('the state %s is explained', async (state, change, text) => {
    withWord({ State: state });
    withCollection(change);
    expect(termsOf(await open()).Состояние).toEqual(text instanceof RegExp ? expect.stringMatching(text) : text);
  });

  test.each([
    [{ NextRunAt: null }, {}, 'Не запланирован'],
    [{ NextRunAt: '2026-11-01T10:00:00Z' }, {}, 'Как только дойдёт очередь'],
    [{}, { Running: true }, 'Идёт сейчас'],
    [{}, { State: 'freeze' }, 'Не запланирован'],
    [{ Configured: false }, {}, 'Сбор не настроен'],
  ])('the next run of %j, %j is «%s»', async (collection, change, text) => {
    withCollection(collection);
    withWord(change);
    expect(termsOf(await open())['Следующий сбор']).toBe(text);
  });

  test('with the full search, what VK found is not only of the last run', async () => {
    withWord({ FullSearch: true });
    expect(termsOf(await open())['Найдено ВК / собрано']).toBe('1 340 / 200');
  });

  test('the verdict of a phrase that overlaps links to the other card', async () => {
    const overlap = { Verdict: 'overlapping', Overlap: { WordID: 8, Text: 'метро', Stories: 170 } };
    backend.on('GET /vknf/words/health', () => ({ body: { health: [{ ...health, ...overlap }] } }));
    const html = await open();
    expect(termsOf(html).Оценка).toBe(
      'Пересекается с метро За 30 дней постов: 180, из них под обеими фразами: 170. ' +
        'Оставьте одну из фраз или уточните её текст. Карточка второй фразы Вычислено 01.11.2026, 06:00',
    );
    expect(html).toContain('href="/ldvknf/words/8"');
    expect(backend.calls.filter(({ path }) => path === `/vknf/words/health?wordIds=${cardId}`)).toHaveLength(1);
  });

  test('a phrase with an error is not also fine', async () => {
    withWord({ State: 'error' });
    backend.on('GET /vknf/words/health', () => ({ body: { health: [{ ...health, Verdict: 'fine' }] } }));
    expect(termsOf(await open()).Оценка).toBe('Пока сбор не идёт, оценки нет');
  });

  test('without a verdict it says so', async () => {
    backend.on('GET /vknf/words/health', () => ({ body: { health: [] } }));
    expect(termsOf(await open())).toMatchObject({ Оценка: 'Ещё не вычислена', 'Полнота поиска': '—' });
    backend.misbehave('status 500', '/vknf/words/health');
    expect(termsOf(await open()).Оценка).toBe(messages.loadWords);
  });

  test('a phrase that was never collected has no strip', async () => {
    withCollection({ LastRun: null, Found: null, Stored: 0, Windows: [] });
    backend.on('GET /vknf/words/health', () => ({ body: { health: [] } }));
    const html = await open();
    expect(termsOf(html)).toMatchObject({
      Оценка: 'Ещё не собиралась',
      'Последний сбор': 'Не было',
      'Найдено ВК / собрано': '— / 0',
      Пробелы: '—',
    });
    expect(html).not.toContain('<svg role="img"');
  });

  test.each([
    ['another client’s phrase', 404],
    ['a phrase that the backend forbids', 403],
  ])('%s is an unknown page', async (_, status) => {
    backend.on(`GET /vknf/words/${cardId}`, () => ({ status, body: { error: 'no' } }));
    const reply = await client.get(card);
    expect([reply.status, reply.text]).toEqual([404, expect.stringContaining('Страница не найдена')]);
  });

  test.each(['0', '-1', '-7', '9e99', 'x', '1.5', '-7x', '99999999999999999999', '7/more'])(
    '/ldvknf/words/%s is an unknown page',
    async (id) => {
      expect((await client.get(`/ldvknf/words/${id}`)).status).toBe(404);
      expect((await admin.postForm(`/ldvknf/words/${id}`)).status).toBe(404);
      // The menu has the number of unread posts and the saved filters.
      const ofMenu = ['/capabilities', '/vknf/posts/count', '/vknf/views'];
      const asked = backend.calls.map(({ path }) => path.split('?')[0] ?? '');
      expect(asked.filter((path) => !ofMenu.includes(path))).toEqual([]);
    },
  );

  test('after faults the shell, the message and a way to try again are shown', async () => {
    backend.misbehave('status 500', '/vknf/collection/words');
    const partial = await open();
    expect(partial).toContain('Посты фразы');
    expect(alertsOf(partial)).toEqual([expect.stringContaining(messages.loadCollection)]);
    backend.misbehave('reset', '/vknf');
    const reply = await client.get(card);
    expect(reply.status).toBe(503);
    expect(alertsOf(reply.text)).toEqual([expect.stringContaining(messages.loadWords)]);
    expect(reply.text).toContain(messages.retry);
  });

  test('a hostile text is shown as text', async () => {
    withWord({ Text: '<img src=x onerror=alert(1)>' });
    expect(await open()).not.toContain('<img');
  });
});

describe('«Собрать сейчас»', () => {
  const started = () => backend.calls.filter(({ path }) => path.startsWith('/vknf/collection/start'));

  test('is offered to administrators only', async () => {
    expect((await admin.get(card)).text).toContain('Собрать сейчас');
    expect((await client.get(card)).text).not.toContain('Собрать сейчас');
  });

  test('is sent once, and a reload after it only shows the message', async () => {
    const reply = await admin.postForm(card);
    expect([reply.status, reply.headers.location]).toEqual([303, `${card}?collection=requested`]);
    const page = await admin.get(String(reply.headers.location));
    expect(page.text).toMatch(new RegExp(`role="status"[^>]*>${messages.collectionRequested}`));
    expect(started().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /vknf/collection/start?id=${cardId}`,
    ]);
  });

  test('of a wall says that it was requested; the other forms of the card show their change', async () => {
    offerOwnerCard(backend);
    const owner = `/ldvknf/owners/${ownerCardId}`;
    const locationAfter = async (action: string) =>
      (await admin.postForm(`${owner}?action=${action}`)).headers.location;
    backend.on('POST /vknf/walls/start', () => ({ body: {} }));
    expect(await locationAfter('collect')).toBe(`${owner}?collection=requested`);
    expect((await admin.get(`${owner}?collection=requested`)).text).toContain(messages.collectionRequested);
    expect(await locationAfter('show')).toBe(owner);
  });

  test.each([
    [409, { error: messages.collectionBusy }, messages.collectionBusy],
    [403, { error: messages.forbidden }, messages.forbidden],
    [500, { error: 'panic' }, messages.collectNow],
  ])('a refusal with %i is shown on the card', async (status, body, text) => {
    backend.on('POST /vknf/collection/start', () => ({ status, body }));
    const reply = await admin.postForm(card);
    expect(reply.status).toBe(200);
    expect(alertsOf(reply.text)).toEqual([text]);
    expect(reply.text).toContain('Последний сбор');
  });

  test('signed out redirects to the sign-in page', async () => {
    const stranger = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
    expect((await stranger.postForm(card)).headers.location).toBe(`/login?next=${encodeURIComponent(card)}`);
    expect(started()).toEqual([]);
  });
});
