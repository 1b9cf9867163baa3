// Proves: phrases#posts-of-90-days, phrases#preview, sources#card-of-a-source, sources#wall-of-a-source
/** The cards of a phrase and of a source in front of the embedded backend: every figure equals the feed that it links to, and SQL. */
import type { SQLInputValue } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { startReaderThread } from '../../server/backend/feed/reader-pool.ts';
import { withQuery } from '../../shared/api/call.ts';
import { defaultPostSort } from '../../shared/api/posts.ts';
import * as messages from '../../shared/messages.ts';
import { allFilters } from '../../shared/pages/post-filters.ts';
import { parsePostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { backendAdmin, clientPassword } from '../support/backend.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-06-10T11:30:00Z');

let stage: TwoClients;
let stationId: number;
let visitors: Record<Who, Visitor>;
let cookies: Record<Who, string>;

const accountOf = (who: Who): Record<string, string> =>
  who === 'admin'
    ? { type: 'admin', ...backendAdmin }
    : { type: 'client', client_id: stage.clientIds[who], password: clientPassword };

async function signIn(who: Who): Promise<Visitor> {
  const environment = { API_TIMEOUT_MS: '20000' };
  const visitor = createVisitor(createTestConsole({ apiUrl: stage.backend.url, environment, now: () => now }).app);
  await visitor.postForm('/login', accountOf(who));
  return visitor;
}

/** Posts of 120 days under three phrases in four sources: every third repeats another text, some are under two phrases. */
function seededPosts(words: readonly number[]) {
  return Array.from({ length: 240 }, (_, index) => {
    const text = index % 3 === 0 ? `Перекрыли улицу номер ${index % 7}` : `Новость ${index} о станции ${index * 31}`;
    const post = {
      ownerId: -1 - (index % 4),
      postId: index,
      text,
      postedAt: now - index * 12 * hour - (index % 5) * hour,
    };
    const shown = index % 10 === 0 ? words : [words[index % words.length] ?? 0];
    return shown.map((wordId) => ({ ...post, wordId }));
  }).flat();
}

beforeAll(async () => {
  stage = await startTwoClients({ now: () => now, startReader: startReaderThread });
  const { backend, metro, vote, clientIds } = stage;
  stationId = (await backend.createWord(clientIds.client, { text: 'станция' })).wordId;
  await backend.store.owners.save([
    { ownerId: -1, ownerType: 'group', name: 'Город', domain: 'gorod', photoUrl: null },
    { ownerId: -9, ownerType: 'user', name: '<b>Тихий</b>', domain: null, photoUrl: null },
  ]);
  await stage.save(...seededPosts([metro.wordId, vote.wordId, stationId]));
  const account = { kind: 'owner', targetId: -2, account: `client:${clientIds.client}` } as const;
  await backend.store.mutes.create({ ...account, createdBy: account.account }, now);
  cookies = {
    admin: await stage.cookie('admin'),
    client: await stage.cookie('client'),
    other: await stage.cookie('other'),
  };
  visitors = { admin: await signIn('admin'), client: await signIn('client'), other: await signIn('other') };
});
afterAll(() => stage.close());

const plain = (html: string): string => html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');

type Figure = { href: string; name: string; value: number };

/** The links to the feed whose name ends with a number, each once: a table repeats the links of its chart. */
function figuresOf(html: string): Figure[] {
  const links = [...html.matchAll(/<a [^>]*?href="(\/ldvknf\/posts\?[^"]*)"[^>]*>(.*?)<\/a>/gs)];
  const figures = links.flatMap(([, href = '', content = '']) => {
    const name = plain(/<title>(.*?)<\/title>/.exec(content)?.[1] ?? content);
    const number = /(?:^|: )(\d[\d ]*)$/.exec(name)?.[1];
    return number === undefined
      ? []
      : [{ href: href.replaceAll('&amp;', '&'), name, value: Number(number.replaceAll(' ', '')) }];
  });
  return [...new Map(figures.map((figure) => [`${figure.href} ${figure.value}`, figure])).values()];
}

const wordsOf = (who: Who): number[] =>
  who === 'client'
    ? [stage.metro.wordId, stationId]
    : who === 'other'
      ? [stage.vote.wordId]
      : [stage.metro.wordId, stage.vote.wordId, stationId];

/** Row IDs contain the second of the post. Moscow has one offset all year. */
const firstId = (localDay: string): number => (Date.parse(`${localDay}T00:00:00+03:00`) / 1000) * 2 ** 20;
const localTime = `(id / 1048576) + ${3 * 3600}, 'unixepoch'`;

/** The conditions on rows that the parameters of the feed's address mean. */
const conditions: Record<string, (value: string) => [sql: string, ...params: SQLInputValue[]]> = {
  word: (value) => ['word_id = ?', Number(value)],
  owner: (value) => ['owner_id = ?', Number(value)],
  from: (value) => ['id >= ?', firstId(value)],
  to: (value) => ['id < ?', firstId(value) + (day / 1000) * 2 ** 20],
  weekday: (value) => [`(strftime('%w', ${localTime}) + 6) % 7 = ?`, Number(value) - 1],
  hour: (value) => [`CAST(strftime('%H', ${localTime}) AS INTEGER) = ?`, Number(value)],
  copies: () => ['1'],
  sort: () => ['1'],
};

function countBySql(href: string, who: Who): unknown {
  const params = [...new URLSearchParams(href.split('?')[1])];
  const parts = params.map(([name, value]) => conditions[name]?.(value) ?? [`unknown: ${name}`]);
  if (who === 'client') parts.push(['owner_id <> -2']);
  const what = params.some(([name]) => name === 'copies') ? '*' : 'DISTINCT story_id';
  const sql = `SELECT count(${what}) AS number FROM posts WHERE word_id IN (${wordsOf(who)}) AND ${parts.map(([part]) => part).join(' AND ')}`;
  return stage.query(sql, ...parts.flatMap(([, ...values]) => values))[0]?.number;
}

async function countByFeed(href: string, who: Who): Promise<unknown> {
  const query = parsePostsQuery(Object.fromEntries(new URLSearchParams(href.split('?')[1])), defaultPostSort);
  const path = withQuery('/vknf/posts/count', postFiltersOf(query, allFilters));
  const { body } = await stage.backend.call('GET', path, { cookie: cookies[who] });
  return (body as { total: number }).total;
}

const open = async (who: Who, path: string): Promise<string> => {
  const { status, text } = await visitors[who].get(path);
  expect([path, status]).toEqual([path, 200]);
  return text;
};

const termsOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, term = '', value = '']) => [term, plain(value)]),
  );

describe.each(['admin', 'client'] as const)('every figure for the %s', (who) => {
  test.each([
    ['the card of a source', () => '/ldvknf/owners/-1', 150],
    ['the card of a muted source', () => '/ldvknf/owners/-2', 2],
    ['the card of a phrase', () => `/ldvknf/words/${stage.metro.wordId}`, 150],
  ])('of %s is the total of the feed that it links to, and what SQL counts', async (_, path, least) => {
    const html = await open(who, path());
    const figures = figuresOf(html);
    expect(figures.length).toBeGreaterThanOrEqual(least);
    expect(gzipSync(html).length).toBeLessThanOrEqual(30 * 1024);
    const counted = await Promise.all(
      figures.map(async ({ href, name }) => ({
        href,
        name,
        feed: await countByFeed(href, who),
        sql: countBySql(href, who),
      })),
    );
    expect(counted).toEqual(figures.map(({ href, name, value }) => ({ href, name, feed: value, sql: value })));
  });
});

describe('the card of a source', () => {
  test('has its first and last post that the viewer sees', async () => {
    const own = (aggregate: string) =>
      stage.query(
        `SELECT ${aggregate}(id) / 1048576 AS at FROM posts WHERE owner_id = -1 AND word_id = ?`,
        stage.vote.wordId,
      )[0]?.at;
    const timeOf = (seconds: unknown) =>
      new Date(Number(seconds) * 1000).toLocaleString('ru-RU', {
        timeZone: 'Europe/Moscow',
        dateStyle: 'short',
        timeStyle: 'short',
      });
    const terms = termsOf(await open('other', '/ldvknf/owners/-1'));
    expect(terms).toMatchObject({
      'Первый пост': timeOf(own('min')),
      'Последний пост': timeOf(own('max')),
      'В ленте': 'Показан',
    });
  });

  test('without a post that the viewer sees has no totals, and its name is text', async () => {
    const html = await open('client', '/ldvknf/owners/-9');
    expect(termsOf(html)).toMatchObject({ Тип: 'Пользователь', 'Первый пост': '—', 'Всего постов': '0' });
    expect(html).toContain('&lt;b&gt;Тихий&lt;/b&gt;</h1>');
    expect(html).toContain('href="https://vk.com/id9"');
  });

  test.each(['0', 'x', '1.5', '9e99', '-1e5', '-99', '7/more'])('/ldvknf/owners/%s is an unknown page', async (id) => {
    expect((await visitors.client.get(`/ldvknf/owners/${id}`)).status).toBe(404);
    expect((await visitors.client.postForm(`/ldvknf/owners/${id}?action=hide`)).status).toBe(404);
  });

  test('hides the source for its viewer alone, and shows it again', async () => {
    const path = '/ldvknf/owners/-3';
    const totals = async (who: Who) => termsOf(await open(who, path))['Всего постов'];
    const [before, others] = [await totals('client'), await totals('other')];
    const hidden = await visitors.client.postForm(`${path}?action=hide`);
    expect([hidden.status, hidden.headers.location]).toEqual([303, path]);
    const html = await open('client', path);
    expect(termsOf(html)).toMatchObject({ 'Всего постов': '0', 'В ленте': 'Скрыт: постов источника в ленте нет' });
    expect(await totals('other')).toBe(others);
    expect((await visitors.client.postForm(`${path}?action=hide`)).status).toBe(303);
    await visitors.client.postForm(`${path}?action=show`);
    expect(await totals('client')).toBe(before);
  });

  test('does not let a client show a source that an administrator hid for it', async () => {
    const target = { kind: 'owner', targetId: -4, account: `client:${stage.clientIds.other}` } as const;
    const created = await stage.backend.store.mutes.create({ ...target, createdBy: 'admin:1' }, now);
    const html = await open('other', '/ldvknf/owners/-4');
    expect(termsOf(html)['В ленте']).toBe('Скрыт: постов источника в ленте нет. Скрыл администратор');
    expect(html).not.toMatch(/\?action=(hide|show)/);
    const refused = await visitors.other.postForm('/ldvknf/owners/-4?action=show');
    expect(refused.text).toMatch(/<p role="alert"[^>]*>Недостаточно прав/);
    if ('muteId' in created) await stage.backend.store.mutes.delete(created.muteId);
  });

  test('follows the wall for the client, and tells no other client', async () => {
    const path = '/ldvknf/owners/-3';
    const stateFor = async (who: Who) => termsOf(await open(who, path)).Стена;
    expect(await open('client', path)).toContain('Собирать стену');
    // Two people have opened the form when nothing was checked.
    await visitors.client.postForm(`${path}?action=wall`, { comments: '1', seen: '' });
    const saved = await visitors.client.postForm(`${path}?action=wall`, { every: '1', seen: '' });
    expect([saved.status, saved.headers.location]).toEqual([303, path]);
    const html = await open('client', path);
    expect(html.match(/<input [^>]*checked=""/g)).toHaveLength(3);
    expect([await stateFor('client'), await stateFor('other')]).toEqual([messages.collectionOff, 'Не собирается']);
    expect(termsOf(await open('admin', path))).toMatchObject({ Собирают: stage.clientIds.client });
    expect(await open('admin', path)).not.toContain('Собирать стену');
    const listed = async (who: Who) => {
      const { body } = await stage.get('/vknf/owners/details?search=-3', who);
      return (body as { owners: { OwnerID: number; Wall: string }[] }).owners.find(({ OwnerID }) => OwnerID === -3)
        ?.Wall;
    };
    expect([await listed('client'), await listed('other'), await listed('admin')]).toEqual([
      'comments',
      'none',
      'comments',
    ]);
    const { body } = await stage.get('/vknf/words/paginated/client?text=стена&walls=true', 'client');
    const [named] = (body as { words: { WordID: number }[] }).words;
    expect(named).toBeDefined();
    const card = await visitors.client.get(`/ldvknf/words/${named?.WordID}`);
    expect([card.status, card.text]).toEqual([404, expect.stringContaining('Страница не найдена')]);
    const preview = async (parameters: string) =>
      (await stage.get(`/vknf/posts/preview?text=вода${parameters}`, 'client')).body;
    expect(await preview('')).toMatchObject({ ReadsWalls: true });
    expect(await preview(`&wordId=${stationId}`)).toMatchObject({ ReadsWalls: false });
    await visitors.client.postForm(`${path}?action=wall`, { seen: 'wall comments every' });
    expect(await preview('')).toMatchObject({ ReadsWalls: false });
    expect(await stateFor('client')).toBe('Не собирается');
  });
});
