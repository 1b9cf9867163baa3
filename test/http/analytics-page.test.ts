// Proves: analytics#labels, analytics#page, analytics#url, api#failures
/** The page of analytics in front of our own backend: its address, form, figures, errors and size. */
import { gzipSync } from 'node:zlib';
import { dayMs } from '../../shared/durations.ts';
import { analyticsReply, comparedTexts, offerAnalytics } from '../support/analytics-replies.ts';
import { untilOffered } from '../support/feed-replies.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, type Visitor } from '../support/test-console.ts';

const path = '/ldvknf/analytics';
/** A Sunday evening in Moscow. */
const now = Date.parse('2026-11-22T17:00:00Z');
const sizeMax = 31 * 1024;

let backend: StandIn;
let visitor: Visitor;

beforeAll(async () => {
  backend = await startStandIn();
});
afterAll(() => backend.close());

beforeEach(async () => {
  backend.misbehave(null);
  offerAnalytics(backend);
  offerPhrases(comparedTexts);
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now: () => now }).app);
  await signInAsAdmin(visitor);
  await untilOffered(visitor);
  backend.calls.length = 0;
});

/** The first text has the highest ID, 12. */
function offerPhrases(texts: readonly string[]): void {
  const words = texts.map((Text, index) => ({ WordID: 12 - index, Text, State: 'ready' }));
  backend.on('GET /vknf/words/paginated', () => ({ body: { words, total: texts.length } }));
  backend.on('GET /vknf/words/autocomplete', () => ({
    body: { words: words.map(({ WordID, Text }) => ({ WordID, Text })) },
  }));
}

async function read(search = ''): Promise<string> {
  const { status, text } = await visitor.get(path + search);
  expect(status).toBe(200);
  return text.slice(text.indexOf('<main'), text.indexOf('</main>')).replaceAll('\u00a0', ' ').replaceAll('&amp;', '&');
}

const filters = () => {
  const call = backend.calls.find((candidate) => candidate.path.startsWith('/vknf/analytics'));
  return call && Object.fromEntries(new URL(call.path, backend.url).searchParams);
};

const figureOf = (html: string, name: string): string =>
  html.match(new RegExp(`<figure aria-label="${name}".*?</figure>`, 's'))?.[0] ?? '';

/** The address of each link by its name, the last one of equal names. */
const linksOf = (html: string) =>
  new Map(
    [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(?:<title>([^<]*)<\/title>|(.*?)<\/a>)/gs)].map(
      ([, href = '', title, text = '']) => [title ?? text.replaceAll(/<[^>]*>/g, ''), href],
    ),
  );

const textOf = (html: string): string => html.replaceAll(/<title>.*?<\/title>|<[^>]*>/gs, '');

test('without an address the figures count the last 30 days, without copies', async () => {
  const html = await read();
  expect(filters()).toEqual({ postDtFrom: '2026-10-24', postDtTo: '2026-11-22', copies: 'hide' });
  expect(textOf(html)).toContain('С 24.10.2026 по 22.11.2026 (30 дней). Все фразы. Без повторов.');
  expect(html).toMatch(/<a href="[^"]*from=2026-10-24&to=2026-11-22[^"]*" aria-current="true">30 дней/);
});

test('the filters of the feed apply, are described, stay in the form, and lead back to the feed', async () => {
  backend.on('GET /vknf/owners/details/-7', () => ({ status: 404 }));
  const html = await read('?word=12&owner=-100&text=дорог&city=1&copies=show&from=2026-11-01&unread=1&sort=user_id');
  expect(filters()).toEqual({
    wordId: '12',
    ownerId: '-100',
    text: 'дорог',
    cityId: '1',
    postDtFrom: '2026-11-01',
    postDtTo: '2026-11-22',
  });
  expect(textOf(html)).toContain(
    'Фраза «ремонт дорог». Поиск по тексту: дорог. Источник: Подслушано Тверь. Город: Тверь. С повторами.',
  );
  for (const [name, value] of Object.entries({ owner: '-100', text: 'дорог', city: '1', sort: 'user_id' })) {
    expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
  }
  expect(html).toContain('<option value="12" selected="">ремонт дорог</option>');
  const all = { word: '12', owner: '-100', text: 'дорог', from: '2026-11-01', to: '2026-11-22', city: '1' };
  const feed = linksOf(html).get('Посты в ленте') ?? '';
  expect(feed.split('?')[0]).toBe('/ldvknf/posts');
  expect(Object.fromEntries(new URLSearchParams(feed.split('?')[1]))).toEqual({
    ...all,
    copies: 'show',
    sort: 'user_id',
  });
  const [, withoutOwner = ''] = /href="([^"]*)"[^>]*aria-label="Убрать фильтр источника"/.exec(html) ?? [];
  const { owner: _owner, ...rest } = all;
  expect(Object.fromEntries(new URLSearchParams(withoutOwner))).toEqual({ ...rest, copies: 'show', sort: 'user_id' });
});

test('bars, cells and items are links named by label and count to the feed of their posts', async () => {
  const html = await read('?words=12,11');
  const reply = analyticsReply(new URLSearchParams('wordIds=12,11&postDtFrom=2026-10-24&postDtTo=2026-11-22'));
  const { Bars: bars } = reply as { Bars: { From: string; Total: number }[] };
  const common = 'sort=-post_dt';
  const days = linksOf(figureOf(html, 'Упоминания по дням'));
  expect(days.get(`01.11.2026: ${bars[8]?.Total}`)).toBe(
    `/ldvknf/posts?from=2026-11-01&to=2026-11-01&words=12%2C11&${common}`,
  );
  const period = 'from=2026-10-24&to=2026-11-22';
  expect(linksOf(figureOf(html, 'По фразам')).get('метро: 1 269')).toBe(`/ldvknf/posts?word=11&${period}&${common}`);
  expect(linksOf(figureOf(html, 'По источникам')).get('Новости города: 1 269')).toBe(
    `/ldvknf/posts?owner=-101&${period}&words=12%2C11&${common}`,
  );
  const cities = figureOf(html, 'По городам');
  expect(linksOf(cities).get('Не указан: 1 400')).toBe(`/ldvknf/posts?${period}&city=0&words=12%2C11&${common}`);
  expect(textOf(cities)).toContain('Больше всего — Тверь: 56 % постов; 62 % без города.');
  const hours = linksOf(figureOf(html, 'По дням недели и часам'));
  expect([...hours.keys()].filter((name) => /^\p{L}+, \d\d:00–\d\d:59: \d+$/u.test(name))).toHaveLength(168);
  expect(hours.get('Понедельник, 00:00–00:59: 0')).toBe(
    `/ldvknf/posts?${period}&weekday=1&hour=0&words=12%2C11&${common}`,
  );
});

test('compared phrases are lines and columns, and those with missing time are named', async () => {
  const figure = figureOf(await read('?words=12,11'), 'Сравнение фраз');
  expect(figure).toContain('1<tspan> ремонт дорог</tspan>');
  expect(textOf(figure)).toContain('Сравнение неполное: по фразе «метро» собрано не всё.');
  expect(textOf(figure)).toMatch(/2\. метро: \d+ собрано не всё/);
  expect(textOf(figure)).toMatch(/^Сравнение фраз Больше всего — «метро»: \d+, меньше всего — «ремонт дорог»: \d+\./);
  expect(figure).toMatch(
    /<th scope="row">01\.11\.2026<\/th><td><a href="\/ldvknf\/posts\?word=12&from=2026-11-01&to=2026-11-01/,
  );
});

test('the period before is compared in words, in the chart and in the table', async () => {
  const figure = figureOf(await read('?from=2026-11-01&to=2026-11-10'), 'Упоминания по дням');
  expect(textOf(figure)).toMatch(
    /^Упоминания по дням Всего: \d+, .*с 22\.10\.2026 по 31\.10\.2026 \(\d+\)\. Больше всего — /,
  );
  expect(figure).toMatch(
    /<th scope="row">01\.11\.2026<\/th><td><a [^>]*>\d+<\/a><\/td><td><a href="[^"]*from=2026-10-22&to=2026-10-22/,
  );
  expect(figure).toMatch(/<g class="bar_chart_previous"><path d="M\.5 \d+l(1[ -]\d+ ?){9}"/);
});

test('two days are shown by hours', async () => {
  const figure = figureOf(await read('?from=2026-11-21&to=2026-11-22'), 'Упоминания по часам');
  expect([...linksOf(figure).values()]).toContain(
    `/ldvknf/posts?${new URLSearchParams({ from: '2026-11-21T09:00:00+03:00', to: '2026-11-21T09:59:59.999+03:00', sort: '-post_dt' })}`,
  );
});

test('time that is not collected is stated in words, hatched, and marked in the table', async () => {
  const html = await read();
  expect(textOf(html)).toContain('Собрано не всё: с 20.11.2026, 14:00 по 21.11.2026, 09:30 (фраз: 2).');
  const figure = figureOf(html, 'Упоминания по дням');
  expect(figure).toContain('<rect x="91.94%" width="2.71%" height="100%"');
  const marked = [...figure.matchAll(/<th scope="row">([\d.]+)<\/th>(?:(?!<tr>).)*<td>не всё<\/td>/g)];
  expect(marked.map(([, day]) => day)).toEqual(['20.11.2026', '21.11.2026']);
});

test('without posts the page says so, and shows the period before', async () => {
  backend.on('GET /vknf/analytics', ({ path: called }) => {
    const reply = analyticsReply(new URL(called, backend.url).searchParams) as { Bars: object[] };
    const none = { Items: [], Distinct: 0 };
    const bars = reply.Bars.map((bar) => ({ ...bar, Total: 0 }));
    return {
      body: { ...reply, Total: 0, Bars: bars, Words: none, Owners: none, Cities: none, Hours: Array(168).fill(0) },
    };
  });
  const html = await read();
  expect(textOf(html)).toContain('За этот период под выбранные фильтры не подходит ни один пост.');
  expect(textOf(figureOf(html, 'Упоминания по дням'))).toContain('Всего: 0, на 100 % меньше, чем');
  expect(figureOf(html, 'По фразам')).toBe('');
});

test.each([
  ['?from=2026-11-20&to=2026-11-01', 'Дата начала позже даты окончания', '2026-11-20'],
  ['?from=2026-11-31&to=2026-12-01', 'Неверная дата', '2026-12-01'],
])('the period %s is an error at its fields, which keep their values', async (search, error, kept) => {
  const html = await read(`${search}&words=12,11`);
  expect(textOf(html)).toContain(error);
  expect(html).toContain(`value="${kept}"`);
  expect(html).toContain('aria-invalid="true"');
  expect(html.match(/selected=""/g)).toHaveLength(2);
  expect(textOf(html)).toContain('Исправьте выделенное, чтобы увидеть аналитику');
  expect(filters()).toBeUndefined();
});

test('of more than 366 days the page shows the last 366, and says so', async () => {
  const html = await read('?from=2020-01-01&to=2026-11-22');
  expect(filters()).toMatchObject({ postDtFrom: '2025-11-22', postDtTo: '2026-11-22' });
  expect(textOf(html)).toContain('Показаны последние 366 дней: с 22.11.2025 по 22.11.2026');
  expect(html).toContain('value="2020-01-01"');
});

test('of more than six phrases the first six are shown, and all stay chosen', async () => {
  offerPhrases([...comparedTexts, 'рынок']);
  const html = await read('?words=12&words=11&words=10&words=9&words=8&words=7&words=6');
  expect(filters()?.wordIds).toBe('12,11,10,9,8,7');
  expect(textOf(html)).toContain('Можно сравнить не больше 6 фраз. Показаны первые 6');
  expect(html.match(/selected=""/g)).toHaveLength(7);
});

describe('with more phrases than a list can have', () => {
  beforeEach(() => offerPhrases([...comparedTexts, ...Array.from({ length: 60 }, (_, index) => `фраза ${index}`)]));

  test('texts are matched, and one that is unknown stays in the field with an error', async () => {
    const html = await read(`?phrases=${encodeURIComponent('Метро\r\nремонт дорог\r\n\r\nнеизвестная')}`);
    expect(filters()?.wordIds).toBe('11,12');
    expect(textOf(html)).toContain('Фраза не найдена: «неизвестная»');
    expect(html).toMatch(/<textarea [^>]*name="phrases"[^>]*>Метро\r?\nремонт дорог\r?\n\r?\nнеизвестная<\/textarea>/);
  });

  test('nothing is shown for an unknown phrase alone', async () => {
    const html = await read('?phrases=неизвестная');
    expect(filters()).toBeUndefined();
    expect(textOf(html)).toContain('Исправьте выделенное, чтобы увидеть аналитику');
  });

  test('phrases of the address are in the field', async () => {
    backend.on('GET /vknf/words/12', () => ({ body: { WordID: 12, Text: 'ремонт дорог', State: 'ready' } }));
    backend.on('GET /vknf/words/11', () => ({ body: { WordID: 11, Text: 'метро', State: 'ready' } }));
    expect(await read('?words=12,11')).toMatch(/<textarea [^>]*>ремонт дорог\nметро<\/textarea>/);
  });
});

test('a text that cannot be read becomes a field with its error', async () => {
  const error = 'Ошибка в запросе: не закрыта скобка (символ 7)';
  backend.on('GET /vknf/analytics', () => ({ status: 400, body: { message: error, code: 'query-unreadable' } }));
  const html = await read('?text=метро+(&owner=-100');
  expect(textOf(html)).toContain(error);
  expect(html).toMatch(/<input id="[^"]*" aria-invalid="true"[^>]*name="text"[^>]*value="метро \("/);
  expect(html).toContain('<input type="hidden" name="owner" value="-100"/>');
});

test('when the figures cannot be loaded the form stays, with a way to try again', async () => {
  backend.misbehave('status 500', '/vknf/analytics');
  const { status, text: html } = await visitor.get(`${path}?words=12,11&text=дорог`);
  expect(status).toBe(503);
  expect(textOf(html)).toContain('Ошибка загрузки аналитики');
  expect(textOf(html)).toContain('Попробовать снова');
  expect(html.match(/selected=""/g)).toHaveLength(2);
});

test('when the phrases cannot be loaded the figures are shown, and the choice stays', async () => {
  backend.misbehave('status 500', '/vknf/words/paginated');
  const html = await read('?words=12,11');
  expect(textOf(html)).toContain('Ошибка загрузки слов');
  expect(figureOf(html, 'Сравнение фраз')).not.toBe('');
  expect(html.match(/selected=""/g)).toHaveLength(2);
});

test.each([
  ['', 17 * 1024],
  [
    `?from=${new Date(now - 365 * dayMs).toISOString().slice(0, 10)}&words=12,11,10,9,8,7&text=дорог&owner=-100`,
    sizeMax,
  ],
])('the page %s is small, and adds no style and no script', async (search, max) => {
  const { text } = await visitor.get(path + search);
  expect(text).toContain('aria-label="Упоминания по дням"');
  // The level of the console.
  expect(gzipSync(text, { level: 3 }).length).toBeLessThanOrEqual(max);
  expect(text).not.toMatch(/ style="|<style|<script(?! type="(module|application\/json)")/);
});

test('the feed links to the analytics of its filters', async () => {
  const { text } = await visitor.get('/ldvknf/posts?word=12&from=2026-11-01T10:00:00%2B03:00&unread=1&story=5');
  expect(text.replaceAll('&amp;', '&')).toContain('href="/ldvknf/analytics?word=12&from=2026-11-01&sort=-post_dt"');
});
