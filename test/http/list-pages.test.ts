// Proves: README#users, feed#rows, limits#values, pages#without-javascript
/** Posts, sources and clients without JavaScript: the first rows are in the HTML, and links sort and page (docs/product/pages.md). */

import { untilOffered } from '../support/feed-replies.ts';
import { offerOwn } from '../support/own-backend.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { serveStories } from '../support/stories-stand-in.ts';
import { createTestConsole, createVisitor, signInAsAdmin, signInAsClient } from '../support/test-console.ts';

let backend: StandIn;

beforeEach(async () => {
  backend = await startStandIn();
});
afterEach(() => backend.close());

/** The names of the rows in the table. */
const namesOf = (html: string): string[] =>
  [...(/role="grid".*<\/main>/s.exec(html)?.[0].matchAll(/>(№ \d+)</g) ?? [])].map(([, name = '']) => name);

/** The address of the link with this text. */
/** The header of the feed and its menu «Сортировка» have the same links. */
const linkOf = (html: string, text: string): string => {
  const links = [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)]
    .filter(([, , content]) => content?.includes(text))
    .map(([, attributes = '']) => /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? '');
  return [...new Set(links)].join();
};

const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `№ ${from + index}`);

test('the first 20 sources by ID are in the HTML, and links lead to the rest and sort', async () => {
  const owners = names(1, 45).map((Name, index) => ({ OwnerID: index + 1, OwnerType: 'user', Name, Domain: 'd' }));
  backend.on('GET /vknf/owners/details', ({ path }) => {
    const query = new URL(path, backend.url).searchParams;
    const sorted = query.get('orderBy') === 'domain' ? owners.toReversed() : owners;
    const offset = Number(query.get('offset'));
    return { body: { owners: sorted.slice(offset, offset + Number(query.get('limit'))), total: owners.length } };
  });
  const visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsClient(visitor);
  const open = async (query: string) => (await visitor.get(`/ldvknf/owners${query}`)).text;
  const first = await open('');
  expect(namesOf(first)).toEqual(names(1, 20));
  expect(first).toContain('aria-rowcount="46"');
  expect(first).toMatch(/<button [^>]*data-scripted=""[^>]*>(?:(?!<\/button>).)*Добавить источник/s);
  const second = await open(linkOf(first, 'Дальше'));
  expect(namesOf(second)).toEqual(names(21, 40));
  expect(namesOf(await open(linkOf(second, 'Дальше')))).toEqual(names(41, 45));
  expect(namesOf(await open(linkOf(second, 'Домен')))).toEqual(names(26, 45).toReversed());
});

test('the first 100 clients are in the HTML, with links to the next and to the first', async () => {
  const clients = names(1, 1000).map((name, index) => ({ client_id: `c-${index + 1}`, name }));
  backend.on('GET /server/clients', () => ({ body: { clients } }));
  const visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsAdmin(visitor);
  const open = async (query: string) => (await visitor.get(`/ldserver/clients${query}`)).text;
  const first = await open('');
  expect(namesOf(first)).toEqual(names(1, 100));
  expect(first).toMatch(/<form [^>]*data-scripted=""[^>]*>/);
  const second = await open(linkOf(first, 'Дальше'));
  expect(namesOf(second)).toEqual(names(101, 200));
  expect(namesOf(await open(linkOf(second, 'В начало')))).toEqual(names(1, 100));
});

test('posts sort, page and lose their filters by links, unread ones are marked, and «Ещё N» leads to the rows of the story', async () => {
  offerOwn(backend);
  serveStories(backend).read.add(2);
  const visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsAdmin(visitor);
  await untilOffered(visitor);
  const open = async (query: string) => (await visitor.get(`/ldvknf/posts${query}`)).text;
  const postsOf = (html: string) => [...html.matchAll(/ data-post-url="[^"]*">([^<]*)</g)].map(([, text]) => text);
  const posts = (numbers: number[]) => numbers.map((number) => `Пост ${number}`);
  const first = await open('?from=2026-05-01');
  const [form = ''] = /<form [^>]*role="search".*?<\/form>/s.exec(first) ?? [];
  expect(form).not.toContain('method=');
  for (const name of ['word', 'text', 'from', 'to']) expect(form).toContain(` name="${name}"`);
  expect(postsOf(first).slice(0, 3)).toEqual(posts([1, 2, 3]));
  const second = await open(linkOf(first, 'Дальше'));
  expect(postsOf(second).slice(0, 2)).toEqual(posts([21, 22]));
  expect(postsOf(await open(linkOf(second, 'Дата поста'))).slice(0, 2)).toEqual(posts([50, 49]));
  expect(linkOf(second, 'Сбросить фильтры')).not.toContain('from');

  const rows = first.split('role="row"').slice(2, 22);
  expect(rows.filter((row) => !row.includes(' aria-label="Не прочитано: ')).map((row) => postsOf(row)[0])).toEqual([
    'Пост 2',
  ]);
  const copies = new URLSearchParams(linkOf(rows[2] ?? '', 'Ещё 3'));
  expect(Object.fromEntries(copies)).toMatchObject({ story: '3', copies: 'show', from: '2026-05-01' });
  expect(first).toMatch(/<button [^>]*aria-label="Прочитать всё выше"[^>]*data-scripted=""/);
});
