// Proves: alerts#history
/** «Проверить на истории»: the messages that a rule would have sent in 30 days. */
import { loadAlertHistory } from '../../shared/api/alerts.ts';
import { defaultPostSort } from '../../shared/api/posts.ts';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { formatQuery } from '../../shared/list-query.ts';
import { allFilters } from '../../shared/pages/post-filters.ts';
import { parsePostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { createTestClock } from '../support/test-clock.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

/** A Monday, 11:30 in Moscow. */
const now = Date.parse('2026-11-23T11:30:00+03:00');

let app: TwoClients;
let viewId: number;

beforeAll(async () => {
  app = await startTwoClients({ now: createTestClock(now).now });
  viewId = await createView('Всё', '?copies=show&unread=1');
});
afterAll(() => app.close());

async function createView(Name: string, Query: string): Promise<number> {
  const { body } = await app.post('/vknf/views/create', 'client', { Name, Query });
  return (body as { ViewID: number }).ViewID;
}

let posts = 0;
/** Each post has another text, unless the text is given. */
async function post(time: string | number, count = 1, fields: { text?: string; ownerId?: number } = {}): Promise<void> {
  const postedAt = typeof time === 'number' ? time : Date.parse(`2026-${time}:00+03:00`);
  await app.save(
    ...Array.from({ length: count }, () => {
      posts += 1;
      return { wordId: app.metro.wordId, postId: posts, postedAt, text: `станция ${posts}`, ...fields };
    }),
  );
}

const fields = { viewId: 0, condition: 'every', least: 1, period: 'hour', schedule: 'now' } as const;

async function history(rule: Partial<Parameters<typeof loadAlertHistory>[0]> = {}, who: Who = 'client') {
  const call = loadAlertHistory({ ...fields, viewId, ...rule });
  const { status, body } = await app.get(call.path, who);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  const found = call.read(body);
  return { ...found, items: found.items.map((item) => ({ ...item, at: local(item.at ?? '') })) };
}

/** Moscow time without the year. */
const local = (time: string): string => new Date(Date.parse(time) + 3 * hourMs).toISOString().slice(5, 16);

async function countLinked(href: string | null): Promise<number> {
  const { searchParams } = new URL(href ?? '', 'http://console');
  const filters = postFiltersOf(parsePostsQuery(Object.fromEntries(searchParams), defaultPostSort), allFilters);
  const { body } = await app.get(`/vknf/posts/count${formatQuery(filters)}`, 'client');
  return (body as { total: number }).total;
}

describe('the history of a rule', () => {
  beforeAll(async () => {
    await post('10-20T10:00', 3);
    await post('11-22T09:10');
    await post('11-22T09:50', 2);
    await post('11-22T22:00');
    await post('11-23T09:00', 2);
    await post('11-23T11:10');
    await post('11-23T11:20', 1, { text: 'станция 10', ownerId: -9 });
  });

  const summary = ({ items }: Awaited<ReturnType<typeof history>>) => items.map(({ at, count }) => [at, count]);

  test('for each new post has one message per hour, newest first, whose link shows exactly its stories', async () => {
    const found = await history();
    expect([found.messages, found.posts]).toEqual([4, 7]);
    expect(summary(found)).toEqual([
      ['11-23T11:30', 1],
      ['11-23T10:00', 2],
      ['11-22T23:00', 1],
      ['11-22T10:00', 3],
    ]);
    for (const { href, count } of found.items) expect(await countLinked(href)).toBe(count);
  });

  test.each([
    [
      'hourly',
      [
        ['11-23T10:00', 2],
        ['11-22T23:00', 1],
        ['11-22T10:00', 3],
      ],
    ],
    ['daily', [['11-23T09:00', 4]]],
    ['weekly', [['11-23T09:00', 4]]],
  ] as const)('%s has one message per slot until now', async (schedule, expected) => {
    const found = await history({ schedule });
    expect(summary(found)).toEqual(expected);
    for (const { href, count } of found.items) expect(await countLinked(href)).toBe(count);
  });

  test.each([
    ['hour', 3, [['11-22T10:00', 3]]],
    [
      'day',
      3,
      [
        ['11-23T10:00', 3],
        ['11-22T10:00', 3],
      ],
    ],
    ['day', 4, [['11-22T23:00', 4]]],
    ['week', 8, []],
  ] as const)('within %s counts each post in one message only', async (period, least, expected) => {
    const found = await history({ condition: 'least', period, least });
    expect(summary(found)).toEqual(expected);
  });

  test('without a view in the list is unknown, and one that cannot be read is refused', async () => {
    const path = loadAlertHistory({ ...fields, viewId }).path;
    expect((await app.get(path, 'other')).status).toBe(404);
    const broken = await createView('Ошибка', '?text=(метро');
    expect(await app.get(loadAlertHistory({ ...fields, viewId: broken }).path, 'client')).toMatchObject({
      status: 400,
      body: { message: 'Ошибка в запросе: не закрыта скобка (символ 1)' },
    });
  });

  test('for a silence compares with earlier weeks, also for hours without a post', async () => {
    for (let week = 1; week <= 6; week += 1) await post(Date.parse('2026-11-18T05:10:00+03:00') - week * 7 * dayMs, 25);
    const found = await history({ condition: 'silence' });
    expect(found.items).toMatchObject([{ at: '11-18T06:00', count: 0, usual: 25 }]);
    expect(await countLinked(found.items[0]?.href ?? null)).toBe(0);
  });

  test('for a spike compares with earlier weeks, and states the usual number', async () => {
    for (let week = 1; week <= 6; week += 1) await post(Date.parse('2026-11-20T15:10:00+03:00') - week * 7 * dayMs, 2);
    await post('11-20T15:20', 12);
    await post('11-20T16:20', 14);
    const found = await history({ condition: 'spike', least: 5 });
    expect(found.items).toMatchObject([{ at: '11-20T16:00', count: 12, usual: 2 }]);
    expect(await countLinked(found.items[0]?.href ?? null)).toBe(12);
    expect((await history({ condition: 'spike', least: 13 })).items).toMatchObject([{ at: '11-20T17:00', count: 14 }]);
    expect((await history({ condition: 'spike', least: 5, schedule: 'daily' })).items).toMatchObject([
      { at: '11-21T09:00' },
    ]);
  });
});

test('views, edits and deletions are found at the times of the stored measures, each story or post once', async () => {
  const none = { likes: null, reposts: null, comments: null };
  const measured = (postId: number, views: number, hours: number, fate: object = {}) => ({
    ...{ wordId: app.metro.wordId, postId, text: `остановка ${postId}`, postedAt: now - 30 * hourMs },
    life: {
      measures: [{ at: now - hours * hourMs, views, ...none }],
      ...{ changedAt: null, deletedAt: null, ...fate },
    },
  });
  await app.save(
    measured(901, 500, 20),
    { ...measured(902, 600, 3), text: 'остановка 901' },
    measured(903, 399, 3),
    measured(904, 400, 2, { changedAt: now - 2 * hourMs, deletedAt: now - 40 * dayMs }),
  );
  const views = await history({ condition: 'views', least: 400 });
  expect(views.items.map(({ at, count }) => [at, count])).toEqual([
    ['11-23T10:00', 1],
    ['11-22T16:00', 1],
  ]);
  expect(await Promise.all(views.items.map(({ href }) => countLinked(href)))).toEqual([1, 2]);
  const daily = await history({ condition: 'views', least: 400, schedule: 'daily' });
  expect([daily.messages, daily.posts, daily.items[0]?.href]).toEqual([1, 1, expect.stringContaining('story=')]);
  expect((await history({ condition: 'edited' })).posts).toBe(1);
  expect((await history({ condition: 'deleted' })).posts).toBe(0);
});
