// Proves: summary#explained-bar
/** The region «Что выделяется» of the feed and of analytics, in front of our own backend. */

import { offerAnalytics } from '../support/analytics-replies.ts';
import { untilOffered } from '../support/feed-replies.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, type Visitor } from '../support/test-console.ts';

const now = Date.parse('2026-11-22T17:00:00Z');

let backend: StandIn;
let visitor: Visitor;
beforeAll(async () => {
  backend = await startStandIn();
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.misbehave(null);
  offerAnalytics(backend);
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now: () => now }).app);
  await signInAsAdmin(visitor);
  await untilOffered(visitor);
  backend.calls.length = 0;
});

const item = { Kind: 'story', ID: 57, Name: 'Прорыв трубы', Text: null, Total: 40, Share: 80, Fast: 95 };
const items = [
  item,
  { ...item, Kind: 'owner', ID: -101, Name: 'Новости города', Total: 12, Share: 24, Fast: null },
  { ...item, Kind: 'phrase', ID: 11, Name: 'метро', Total: 60, Share: 120, Fast: null },
  { ...item, Kind: 'word', ID: 0, Name: 'наводнение', Text: 'дорог наводнение', Total: 9, Share: 21, Fast: null },
];
const answer = (reply: object) =>
  backend.on('GET /vknf/posts/explanation', () => ({ body: { Stories: 2, UsualStories: null, ...reply } }));

/** The region and its links, as texts. */
async function read(address: string) {
  const { status, text } = await visitor.get(address);
  expect(status).toBe(200);
  const html =
    text.match(/<section id="standouts" aria-label="Что выделяется".*?<\/section>/s)?.[0].replaceAll('&amp;', '&') ??
    '';
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => {
    const [path, query] = href.split('?');
    return [path, Object.fromEntries(new URLSearchParams(query))];
  });
  return { text: html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u2068\u2069]+/g, ' '), links };
}

const asked = () => {
  const call = backend.calls.find(({ path }) => path.startsWith('/vknf/posts/explanation'));
  return call && Object.fromEntries(new URL(call.path, backend.url).searchParams);
};

test('a day of analytics is explained under its filters, and every number leads to exactly its posts', async () => {
  answer({ Total: 68, Usual: 18, Items: items });
  const { text, links } = await read('/ldvknf/analytics?text=дорог&from=2026-11-01&hour=9&why=2026-11-20');
  expect(asked()).toEqual({ text: 'дорог', postDtFrom: '2026-11-20', postDtTo: '2026-11-20' });
  expect(text).toContain('20.11.2026: 68 постов , обычно 18, с повторами.');
  expect(text).toContain('Выделяется: сюжет «Прорыв трубы»: 40 постов , 80 % роста; 95 % копий за 10 минут');
  expect(text).toContain('фраза «метро»: 60 постов , весь рост');
  const day = { text: 'дорог', from: '2026-11-20', to: '2026-11-20', copies: 'show', sort: '-post_dt' };
  expect(links).toEqual(
    [{}, { story: '57' }, { owner: '-101' }, { word: '11' }, { text: 'дорог наводнение' }].map((more) => [
      '/ldvknf/posts',
      { ...day, ...more },
    ]),
  );
});

test('an hour of the feed is explained above its table', async () => {
  answer({ Total: 3, Usual: 2, Items: [] });
  const { text } = await read('/ldvknf/posts?owner=-101&unread=1&why=2026-11-20T09%3A00%3A00%2B03%3A00');
  expect(asked()).toEqual({
    ownerId: '-101',
    postDtFrom: '2026-11-20T09:00:00+03:00',
    postDtTo: '2026-11-20T09:59:59.999+03:00',
  });
  expect(text).toContain('20.11.2026, 09:00: 3 поста , обычно 2, с повторами. Ничего не выделяется.');
});

test('the bars of both charts lead to the region, in their tables too', async () => {
  backend.on('GET /vknf/posts/histogram', () => ({ body: { Unit: 'day', Bars: [{ From: '2026-11-20', Total: 5 }] } }));
  for (const [page, bar] of [
    ['/ldvknf/posts?owner=-101', '2026-11-20'],
    ['/ldvknf/analytics?owner=-101', '2026-11-22'],
  ] as const) {
    const { text: html } = await visitor.get(page);
    const [, prefix = ''] = /<g [^>]*data-why="([^"]*)"/.exec(html) ?? [];
    expect(html).toContain(`data-from="${bar}"`);
    const table = [...html.matchAll(/<a href="([^"]*)">Что выделяется<\/a>/g)].map(([, href = '']) => href);
    expect(table).toContain(`${prefix}${bar}#standouts`);
    expect(prefix).toMatch(/[?].*owner=-101.*&amp;why=$/);
  }
});

test('without a baseline, after a fault and for an invalid bar', async () => {
  answer({ Total: 3, Usual: null, Items: [] });
  expect((await read('/ldvknf/posts?why=2026-11-20')).text).toContain('Мало данных: нужны хотя бы три прошлые недели.');
  backend.on('GET /vknf/posts/explanation', () => ({ status: 500 }));
  expect((await read('/ldvknf/posts?why=2026-11-20')).text).toContain('Ошибка загрузки аналитики');
  for (const why of ['2026-13-40', 'x', '2026-11']) expect((await read(`/ldvknf/posts?why=${why}`)).text).toBe('');
});
