// Proves: alerts#rule
/** The page of alerts without JavaScript (docs/product/alerts.md). */
import { alertRule, delivery, feed, offerAlerts } from '../support/alert-replies.ts';
import { untilOffered } from '../support/feed-replies.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, signInAsClient } from '../support/test-console.ts';

let backend: StandIn;

beforeEach(async () => {
  backend = await startStandIn();
  offerAlerts(backend);
});
afterEach(() => backend.close());

async function open(signIn: typeof signInAsAdmin): Promise<string> {
  const visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signIn(visitor);
  await untilOffered(visitor);
  return (await visitor.get('/ldvknf/alerts')).text.replaceAll('<!-- -->', '').replaceAll('&amp;', '&');
}

test('rules, feeds and deliveries are read, with their links', async () => {
  backend.on('GET /vknf/alerts/deliveries', () => ({ body: { deliveries: [delivery], total: 51 } }));
  const html = await open(signInAsAdmin);
  const [rule = ''] = /<div role="row" class="row" aria-rowindex="2">.*?(?=<div role="row")/s.exec(html) ?? [];
  const cells = rule.split('role="gridcell"').slice(1);
  expect(cells.map((cell) => cell.replaceAll(/^[^>]*>|<[^>]*>|<div $/g, ''))).toEqual([
    'Ремонт дорог',
    'Дороги',
    'Не меньше 10 за час',
    'E-mail duty@example.ru',
    'Раз в час кроме 22:00–08:00',
    'Действует',
  ]);
  expect(rule).toContain(`<a href="/ldvknf/posts${alertRule.Query}&view=2">Дороги</a>`);
  const [feeds = ''] = /<h2 id="([^"]*)">Ленты Atom<\/h2><ul [^>]*aria-labelledby="\1">.*?<\/ul>/s.exec(html) ?? [];
  expect(feeds).toMatch(new RegExp(`<a href="${feed.Path}"[^>]*>Лента Atom</a>`));
  const [deliveries = ''] = /aria-label="Доставка".*/s.exec(html) ?? [];
  expect(deliveries).toContain(`<a href="${delivery.Href}">Постов: 14</a>`);
  expect(deliveries).toContain('>Отправлено<');
  expect(deliveries).toMatch(/<a href="\?page=2"[^>]*>Дальше</);
  expect(html).toMatch(/<button [^>]*data-scripted=""[^>]*>(?:(?!<\/button>).)*Новое правило/s);
});

test('a person without saved views is led to the feed', async () => {
  backend.on('GET /vknf/alerts/rules', () => ({ body: { rules: [], channels: ['atom'], mailDomains: [] } }));
  backend.on('GET /vknf/alerts/feeds', () => ({ body: { feeds: [] } }));
  expect(await open(signInAsClient)).toMatch(/<a href="\/ldvknf\/posts"[^>]*>Сохраните фильтр в новостной ленте<\/a>/);
});
