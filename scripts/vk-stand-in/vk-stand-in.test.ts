import { oddPosts } from '../../test/support/odd-posts.ts';
import { createVkStandIn, type VkStandIn } from './vk-server.ts';
import { group, profile, wallPost } from './world.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const seconds = start / 1000;
let time = start;
let standIn: VkStandIn;

beforeEach(async () => {
  time = start;
  standIn = await createVkStandIn({ now: () => time, limits: { perSecond: null } });
});
afterEach(() => standIn.close());

type Params = Record<string, string | number>;
const searchParams = (params: Params) =>
  new URLSearchParams(Object.entries({ v: '5.199', ...params }).map(([name, value]) => [name, String(value)]));

type Answer = {
  response?: { items: { id: number }[]; count: number; total_count: number; next_from?: string } & Record<
    string,
    unknown
  >;
  error?: {
    error_code: number;
    error_msg: string;
    request_params?: { key: string; value: string }[];
    redirect_uri?: string;
  };
};

const send = (method: string, init: RequestInit): Promise<Response> =>
  fetch(`${standIn.origin}/method/${method}`, init);
const post = (params: Params, method = 'newsfeed.search', key = 'service-key') =>
  send(method, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: searchParams(params) });
const call = async (...options: Parameters<typeof post>): Promise<Answer> => (await post(...options)).json();
const code = async (...options: Parameters<typeof post>) => (await call(...options)).error?.error_code;

/** Posts 1 … count, one a minute; the last one is the newest. */
const addMinutes = (count: number, text = 'Новости метро') =>
  standIn.addPosts(
    Array.from({ length: count }, (_, index) =>
      wallPost({ id: index + 1, date: seconds - (count - index) * 60, text }),
    ),
  );

describe('a call', () => {
  test('is a posted form with the key in a header', async () => {
    addMinutes(1);
    expect(await call({ q: 'метро' })).toMatchObject({ response: { count: 1, total_count: 1, items: [{ id: 1 }] } });
    expect((await send(`newsfeed.search?${searchParams({ q: 'метро' })}`, {})).status).toBe(404);
    const inBody = searchParams({ q: 'метро', access_token: 'service-key' });
    const reply = await send('newsfeed.search', { method: 'POST', body: inBody });
    expect(await reply.json()).toMatchObject({ error: { error_code: 5 } });
  });

  test('is refused without a version, with an old one, an unknown or wrong-case method, an unknown key, without a query', async () => {
    const { v, ...rest } = { v: '', q: 'метро' };
    const withoutVersion = await send('newsfeed.search', { method: 'POST', body: new URLSearchParams(rest) });
    expect(await withoutVersion.json()).toMatchObject({ error: { error_code: 8 } });
    expect(await code({ q: 'метро', v: '5.50' })).toBe(8);
    expect(await code({ q: 'метро' }, 'newsfeed.find')).toBe(3);
    expect(await code({ q: 'метро' }, 'newsFeed.search')).toBe(3);
    expect(await code({ q: 'метро' }, 'newsfeed.search', 'other')).toBe(5);
    expect(await code({})).toBe(100);
    expect(await code({ q: 'метро', count: 201 })).toBe(100);
    expect(await code({ q: 'метро', start_from: 'x' })).toBe(100);
  });

  test('that fails returns its parameters without the key', async () => {
    const { error } = await call({ q: 'метро', count: 500 });
    expect(error?.request_params).toEqual(
      expect.arrayContaining([
        { key: 'method', value: 'newsfeed.search' },
        { key: 'q', value: 'метро' },
      ]),
    );
    expect(JSON.stringify(error)).not.toContain('service-key');
  });

  test('is recorded with its parameters and its key', async () => {
    await call({ q: 'метро' });
    expect(standIn.calls).toMatchObject([{ method: 'newsfeed.search', key: 'service-key', at: start }]);
    expect(standIn.calls[0]?.params.get('q')).toBe('метро');
  });
});

describe('limits', () => {
  test('the fourth call of a key within a second gets error 6, another key none', async () => {
    standIn.limits.perSecond = 3;
    standIn.keys.add('second');
    const codes = [];
    for (let index = 0; index < 4; index += 1) codes.push(await code({ q: 'метро' }));
    expect(codes).toEqual([undefined, undefined, undefined, 6]);
    expect(await code({ q: 'метро' }, 'newsfeed.search', 'second')).toBeUndefined();
    time += 1000;
    expect(await code({ q: 'метро' })).toBeUndefined();
  });

  test('after the last call of a day error 29 follows, until 24 hours after the first call', async () => {
    standIn.limits.perDay = 2;
    await call({ q: 'метро' });
    time += 60_000;
    await call({ q: 'метро' });
    expect(await code({ q: 'метро' })).toBe(29);
    time = start + 24 * 3_600_000 - 1;
    expect(await code({ q: 'метро' })).toBe(29);
    time += 1;
    expect(await code({ q: 'метро' })).toBeUndefined();
    expect(await code({ q: 'метро' })).toBe(29);
  });
});

describe('newsfeed.search', () => {
  const from = { start_time: 0 };

  test('finds word forms of the last 24 hours, newest first, 30 by default', async () => {
    addMinutes(40, 'О выборах губернатора');
    standIn.addPosts([
      wallPost({ id: 100, date: seconds - 86_401, text: 'выборы' }),
      wallPost({ id: 101, date: seconds, text: 'иное' }),
    ]);
    const { response } = await call({ q: 'выборы' });
    expect(response).toMatchObject({ count: 40, total_count: 40 });
    expect(response?.items.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => 40 - index));
    expect((await call({ q: 'выборы', ...from, count: 0 })).response).toMatchObject({ items: [], total_count: 41 });
  });

  test('both ends of the time range are included', async () => {
    addMinutes(5);
    const { response } = await call({ q: 'метро', start_time: seconds - 240, end_time: seconds - 120 });
    expect(response?.items.map(({ id }) => id)).toEqual([4, 3, 2]);
  });

  test('pages of 200 end after 1,000 results, but the total counts all', async () => {
    addMinutes(1100);
    const seen = new Set<number>();
    const nexts: (string | undefined)[] = [];
    let next: string | undefined;
    do {
      const { response } = await call({ q: 'метро', ...from, count: 200, ...(next ? { start_from: next } : {}) });
      expect(response).toMatchObject({ count: 1000, total_count: 1100 });
      for (const { id } of response?.items ?? []) seen.add(id);
      next = response?.next_from;
      nexts.push(next);
    } while (next);
    expect(nexts).toEqual(['200/-1_901', '400/-1_701', '600/-1_501', '800/-1_301', undefined]);
    expect(seen.size).toBe(1000);
    expect((await call({ q: 'метро', ...from, start_from: '1000/-1_101' })).response?.items).toEqual([]);
  });

  test('a post that arrives between two pages shifts the second one', async () => {
    addMinutes(4);
    const first = await call({ q: 'метро', count: 2 });
    standIn.addPosts([wallPost({ id: 9, date: seconds, text: 'метро' })]);
    const second = await call({ q: 'метро', count: 2, start_from: first.response?.next_from ?? '' });
    expect([first, second].map(({ response }) => response?.items.map(({ id }) => id))).toEqual([
      [4, 3],
      [3, 2],
    ]);
  });

  test('a query that finds nothing has neither a next page nor an error', async () => {
    expect((await call({ q: 'пусто' })).response).toEqual({ items: [], count: 0, total_count: 0 });
  });

  test('a post with a future date appears at its time', async () => {
    standIn.addPosts([wallPost({ id: 1, date: seconds + 10, text: 'метро' })]);
    const ahead = { q: 'метро', end_time: seconds + 60 };
    expect((await call(ahead)).response?.total_count).toBe(0);
    time += 10_000;
    expect((await call(ahead)).response?.total_count).toBe(1);
  });

  test('extended adds the people and communities of all posts, with the fields that are named', async () => {
    standIn.addPosts(Object.values(oddPosts(seconds)));
    standIn.addGroups([group({ id: 1, name: 'Вестник', city: { id: 1, title: 'Москва' }, members_count: 5 })]);
    standIn.addProfiles([profile({ id: 3, deactivated: 'deleted', first_name: 'DELETED', last_name: '' })]);
    expect((await call({ q: 'метро' })).response).not.toHaveProperty('groups');
    const { response } = await call({ q: 'метро', extended: 1, fields: 'city, screen_name' });
    expect(response?.groups).toEqual([
      { id: 1, name: 'Вестник', screen_name: 'club1', type: 'group', is_closed: 0, city: { id: 1, title: 'Москва' } },
      expect.objectContaining({ id: 2 }),
    ]);
    expect(response?.profiles).toMatchObject([{ id: 2 }, { id: 3, deactivated: 'deleted' }]);
  });

  test('odd posts are returned unchanged', async () => {
    const posts = oddPosts(seconds);
    standIn.addPosts(Object.values(posts));
    const { response } = await call({ q: 'метро' });
    expect(response?.items).toEqual(Object.values(posts).reverse());
  });
});

describe('a scripted fault', () => {
  test('applies to the given number of calls, then the next one applies, then none', async () => {
    standIn.fail({ code: 6 }, { times: 2 });
    standIn.fail({ code: 9 }, { times: 1 });
    expect([await code({ q: 'а' }), await code({ q: 'а' }), await code({ q: 'а' }), await code({ q: 'а' })]).toEqual([
      6,
      6,
      9,
      undefined,
    ]);
  });

  test('applies to one query or one key until it is removed', async () => {
    standIn.keys.add('second');
    standIn.fail({ code: 100, detail: 'q is invalid' }, { q: 'а' });
    standIn.fail({ code: 5 }, { key: 'second' });
    expect((await call({ q: 'а' })).error?.error_msg).toBe(
      'One of the parameters specified was missing or invalid: q is invalid',
    );
    expect([await code({ q: 'б' }), await code({ q: 'б' }, 'newsfeed.search', 'second')]).toEqual([undefined, 5]);
    standIn.recover();
    expect(await code({ q: 'а' })).toBeUndefined();
  });

  test('error 14 has an address, error 10 no parameters', async () => {
    standIn.fail({ code: 14 }, { times: 1 });
    expect((await call({ q: 'а' })).error?.redirect_uri).toMatch(/^https:/);
    standIn.fail({ code: 10 }, { times: 1 });
    expect((await call({ q: 'а' })).error).not.toHaveProperty('request_params');
  });

  test('an HTTP error is sent as a page, a wrong shape as JSON', async () => {
    standIn.fail({ status: 502 }, { times: 1 });
    const reply = await post({ q: 'а' });
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
      502,
      'text/html',
      expect.stringContaining('<h1>502'),
    ]);
    standIn.fail({ answer: { response: [1] } }, { times: 1 });
    expect(await call({ q: 'а' })).toEqual({ response: [1] });
  });

  test('a reset has no answer, and a cut body ends early', async () => {
    standIn.fail('reset', { times: 1 });
    await expect(post({ q: 'а' })).rejects.toThrow('fetch failed');
    standIn.fail('cut-body', { times: 1 });
    const reply = await post({ q: 'а' });
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
  });

  test('a slow body ends when it is released', async () => {
    standIn.fail('slow-body', { times: 1 });
    const reply = await post({ q: 'а' });
    const reader = reply.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    const rest = reader?.read();
    standIn.release();
    expect((await rest)?.value?.length).toBeGreaterThan(0);
    expect((await reader?.read())?.done).toBe(true);
  });
});

test('pictures are generated by name, the same each time', async () => {
  const draw = async (name: string) => {
    const reply = await fetch(`${standIn.origin}/photo/${name}.svg`);
    return { type: reply.headers.get('content-type'), text: await reply.text() };
  };
  const drawn = await Promise.all(['post1', 'post2', 'group1', 'user1'].map(draw));
  expect(drawn.map(({ type }) => type)).toEqual(Array(4).fill('image/svg+xml'));
  expect(new Set(drawn.map(({ text }) => text)).size).toBe(4);
  expect(await draw('post1')).toEqual(drawn[0]);
  expect(standIn.calls).toEqual([]);
});
