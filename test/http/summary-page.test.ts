// Proves: summary#page, api#failures
/** «Сводка» in front of our own backend: its address, form, client and errors. */
import { untilOffered } from '../support/feed-replies.ts';
import { offerOwn } from '../support/own-backend.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, type Visitor } from '../support/test-console.ts';

const path = '/ldvknf/summary';
const now = Date.parse('2026-11-22T17:00:40Z');

const story = { StoryID: 7, Quote: 'Открыли метро.', Rows: 5, Sources: 4, Views: 1234, Work: null };
const reply = {
  Explanation: { Total: 68, Usual: 18, Stories: 40, UsualStories: null, Items: [] },
  Views: { Sum: 5000, Measured: 30, Posts: 60 },
  Stories: [story],
  NewSources: [{ OwnerID: -5, Name: 'Новая группа', Rows: 3 }],
  NewSourcesTotal: 12,
  Work: null,
  Missing: [{ From: '2026-11-22T01:00:00Z', To: '2026-11-22T03:00:00Z', Words: 2 }],
  Verdicts: [],
  Recall: { Posts: 60, Found: 50, Capped: 2 },
  Quota: { Calls: 120, Limit: 5000 },
  Filters: [{ ViewID: 3, Name: 'Метро', Query: '?text=метро&unread=1' }],
};

let backend: StandIn;
let visitor: Visitor;
beforeAll(async () => {
  backend = await startStandIn();
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.misbehave(null);
  offerOwn(backend);
  backend.on('GET /vknf/summary', () => ({ body: reply }));
  backend.on('GET /server/clients', () => ({ body: { clients: [{ id: 'client-1', name: 'Завод' }] } }));
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now: () => now }).app);
  await signInAsAdmin(visitor);
  await untilOffered(visitor);
  backend.calls.length = 0;
});

async function read(search = '') {
  const { status, text } = await visitor.get(path + search);
  const html = text.slice(text.indexOf('<main'), text.indexOf('</main>')).replaceAll('&amp;', '&');
  const call = backend.calls.find((one) => one.path.startsWith('/vknf/summary'));
  return {
    status,
    html,
    text: html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '),
    asked: call && Object.fromEntries(new URL(call.path, backend.url).searchParams),
  };
}

test('without an address it shows the 24 hours that end with the last full minute', async () => {
  const { status, html, text, asked } = await read();
  expect(status).toBe(200);
  expect(asked).toEqual({ postDtFrom: '2026-11-21T20:00:00.000+03:00', postDtTo: '2026-11-22T19:59:59.999+03:00' });
  expect(text).toContain('Что было с 21.11.2026, 20:00 по 22.11.2026, 20:00.');
  const regions = [...html.matchAll(/<section aria-label="([^"]*)"/g)].map(([, name]) => name);
  expect(regions).toEqual(['В цифрах', 'Главное', 'Что выделяется', 'Новые источники', 'Сбор']);
  expect(text).toContain('Постов, с повторами 68 обычно 18 Сюжетов 40 обычно — Просмотров 5 000 измерено 30 из 60');
  expect(text).toContain('5 постов , 4 источника, 4 копии, 1 234 просмотра');
  expect(html).toContain('href="?period=day&sources=all">ещё 11');
  expect(text).toContain('Полнота поиска: 83 % из 60, поиск прочитан не полностью: 2 фразы');
  expect(text).toContain('Вызовов ВК за сутки: 120 из 5 000');
  expect(text).toContain('Собрано не всё: с 22.11.2026, 04:00');
});

test('7 days and chosen days, of which one alone is one day, and too many are cut', async () => {
  expect((await read('?period=week')).asked).toMatchObject({ postDtFrom: '2026-11-15T20:00:00.000+03:00' });
  backend.calls.length = 0;
  expect((await read('?to=2026-11-20')).asked).toEqual({ postDtFrom: '2026-11-20', postDtTo: '2026-11-20' });
  backend.calls.length = 0;
  const long = await read('?from=2026-09-01&to=2026-11-20');
  expect(long.asked).toMatchObject({ postDtFrom: '2026-10-21' });
  expect(long.text).toContain('Показан только конец периода: 31 день');
});

test.each([
  ['?from=2026-11-31', 'Неверная дата'],
  ['?from=2026-11-20&to=2026-11-19', 'Дата начала позже даты окончания'],
])('%s is an error of the form, and nothing is loaded', async (search, error) => {
  const { status, text, asked } = await read(search);
  expect([status, asked]).toEqual([200, undefined]);
  expect(text).toContain(error);
  expect(text).toContain('Исправьте выделенное, чтобы увидеть сводку');
});

test('an administrator chooses a client and one of its filters, and gets numbers without links to posts', async () => {
  const { html, text, asked } = await read('?client=client-1&view=3');
  expect(asked).toMatchObject({ clientId: 'client-1', viewId: '3' });
  expect(html).toContain('<option value="3" selected="">Метро</option>');
  expect(html).not.toContain('href="/ldvknf/posts');
  expect(text).toContain('Посты клиента показывает лента, когда вы действуете от его имени.');
  expect((await read('?view=3')).html).not.toContain('name="view"');
});

test('after a fault the page says so, with status 503', async () => {
  backend.on('GET /vknf/summary', () => ({ status: 500 }));
  const { status, text } = await read();
  expect(status).toBe(503);
  expect(text).toContain('Ошибка загрузки сводки');
});
