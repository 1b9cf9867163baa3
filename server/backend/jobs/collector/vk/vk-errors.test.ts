/** Every row of the table of VK's errors: what happens, and how many calls it takes. */
import type { Fault } from '../../../../../scripts/vk-stand-in/read-call.ts';
import { createTestSource, type TestSource } from '../../../../../test/support/vk-source.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const confirmation = 'https://id.vk.ru/not_robot_captcha?domain=vk.com';

let source: TestSource;
beforeEach(async () => {
  source = await createTestSource();
});
afterEach(() => source.close());

const answerWith = (error: object): Fault => ({ answer: { error } });

describe('a fault of VK or the network', () => {
  const faults: [string, Fault][] = [
    ['error 1', { code: 1 }],
    ['error 10 without request_params', { code: 10 }],
    ['an unknown error', { code: 4242 }],
    ['a 502 with HTML', { status: 502 }],
    ['a 503', { status: 503 }],
    ['a cut body', 'cut-body'],
    ['a reset connection', 'reset'],
    ['a reply without items', { answer: { response: { count: 0 } } }],
    ['an empty list as the reply', { answer: { response: [] } }],
    ['a reply that is no object', { answer: null }],
    ['items that are no posts', { answer: { response: { items: [{ id: 'one' }], count: 1 } } }],
    ['an error without a code', { answer: { error: 'down' } }],
  ];

  test.each(faults)('%s is retried after about 1, 4, 15 and 60 s, then the phrase waits', async (_name, fault) => {
    source.vk.fail(fault);
    const { kind, until } = await source.fault();
    expect(kind).toBe('temporary');
    expect(until).toBe(source.now() + minute);
    expect(source.vk.calls).toHaveLength(5);
    const retries = source.pauses.filter((ms) => ms >= 1000);
    expect(
      retries.map((ms) => [1000, 4000, 15_000, 60_000].find((pause) => ms >= pause && ms <= pause * 1.25)),
    ).toEqual([1000, 4000, 15_000, 60_000]);
  });

  test.each(faults)('%s that passes has no effect', async (_name, fault) => {
    source.vk.fail(fault, { times: 1 });
    await expect(source.search()).resolves.toMatchObject({ total: 0 });
    expect(source.vk.calls).toHaveLength(2);
  });
});

test('a body that does not end is cut off, and the call retried', async () => {
  await source.close();
  source = await createTestSource({ timeoutMs: 30 });
  source.vk.fail('slow-body');
  expect(await source.fault()).toMatchObject({
    kind: 'temporary',
    message: 'ВК не ответил вовремя. Сбор повторится сам.',
  });
  expect(source.logLines.join()).toContain('No reply within 30 ms');
  // On a busy machine the limit may pass before a call arrives, so calls are not counted.
  expect(source.pauses.filter((ms) => ms >= 1000)).toHaveLength(4);
});

describe('error 6, too many calls a second', () => {
  test('pauses the key 1.2 s, repeats the call and widens the gap by a tenth', async () => {
    source.vk.fail({ code: 6 }, { times: 1 });
    await source.search();
    await source.search();
    const [first = 0, second = 0, third = 0] = source.vk.calls.map(({ at }) => at);
    expect([second - first, third - second]).toEqual([1200, 440]);
    expect(await source.keyState()).toMatchObject({ state: 'working', calls: 3 });
  });

  test('ends the search when it does not end', async () => {
    source.vk.fail({ code: 6 });
    expect(await source.fault()).toMatchObject({ kind: 'temporary', code: 6 });
    expect(source.vk.calls).toHaveLength(6);
  });
});

describe('error 9, flood control', () => {
  test('makes the phrase wait and the key rest 10 minutes, twice as long each time', async () => {
    source.vk.fail({ code: 9 });
    for (const pause of [10 * minute, 20 * minute, 40 * minute]) {
      const until = source.now() + pause;
      expect(await source.fault()).toMatchObject({ kind: 'temporary', code: 9, until });
      expect(await source.fault()).toMatchObject({ kind: 'budget', until });
      expect(await source.keyState()).toMatchObject({
        state: 'resting',
        until,
        code: 9,
        message: 'Слишком много похожих запросов подряд (ошибка ВК 9).',
      });
      source.advance(pause);
    }
    expect(source.vk.calls).toHaveLength(3);
  });

  test('is forgotten after a call that worked', async () => {
    source.vk.fail({ code: 9 }, { times: 1 });
    await source.fault();
    source.advance(10 * minute);
    await source.search();
    expect(await source.keyState()).toMatchObject({ state: 'working', code: null });
    source.vk.fail({ code: 9 });
    expect(await source.fault()).toMatchObject({ until: source.now() + 10 * minute });
  });
});

describe('error 29, the quota is used up', () => {
  test('makes the key rest until its oldest call expires', async () => {
    await source.search();
    const expiry = source.now() + day;
    source.advance(hour);
    source.vk.fail({ code: 29 }, { times: 1 });
    expect(await source.fault()).toMatchObject({ kind: 'budget', until: expiry });
    expect(await source.fault()).toMatchObject({ kind: 'budget', until: expiry });
    expect(await source.keyState()).toMatchObject({ state: 'resting', until: expiry, code: 29 });
    expect(source.vk.calls).toHaveLength(2);
    source.advance(23 * hour);
    await expect(source.search()).resolves.toMatchObject({ total: 0 });
  });

  test('makes the key rest at least 10 minutes, when calls expire one after another', async () => {
    await source.search();
    source.advance(day - minute);
    source.vk.fail({ code: 29 });
    expect(await source.fault()).toMatchObject({ until: source.now() + 10 * minute });
  });
});

test.each([2, 4, 5, 27, 28])('error %i breaks the key: no further call until it is replaced', async (code) => {
  source.vk.fail({ code });
  expect(await source.fault()).toMatchObject({ kind: 'keys', until: source.now() + minute });
  source.advance(7 * day);
  expect(await source.fault()).toMatchObject({ kind: 'keys' });
  expect(await source.keyState()).toMatchObject({ state: 'broken', until: null, code, redirectUri: null });
  expect(source.vk.calls).toHaveLength(1);
});

test.each([14, 17, 24, 25])('error %i breaks the key until a person confirms it on VK’s page', async (error_code) => {
  const error = { error_code, error_msg: 'Confirmation needed', redirect_uri: confirmation };
  source.vk.fail(answerWith(error), { times: 1 });
  expect(await source.fault()).toMatchObject({ kind: 'keys' });
  expect(await source.keyState()).toMatchObject({ state: 'broken', code: error_code, redirectUri: confirmation });
  source.advance(hour - 1);
  expect(await source.fault()).toMatchObject({ kind: 'keys' });
  expect(source.vk.calls).toHaveLength(1);
  source.advance(1);
  await expect(source.search()).resolves.toMatchObject({ total: 0 });
  expect(await source.keyState()).toMatchObject({ state: 'working', redirectUri: null });
});

test('a confirmation address that no browser may open is dropped', async () => {
  source.vk.fail(answerWith({ error_code: 14, redirect_uri: 'javascript:alert(1)' }));
  await source.fault();
  expect(await source.keyState()).toMatchObject({
    code: 14,
    message: 'ВК проверяет, что запросы отправляет не робот (ошибка ВК 14).',
    redirectUri: null,
  });
});

test.each([7, 15, 18, 19, 30, 203, 212])(
  'error %i concerns one object: the search ends, the key works',
  async (code) => {
    source.vk.fail({ code });
    expect(await source.fault()).toMatchObject({ kind: 'object', code });
    expect(await source.keyState()).toMatchObject({ state: 'working' });
    expect(source.vk.calls).toHaveLength(1);
  },
);

test.each([3, 8, 12, 13, 23, 100])('error %i refuses the query without a retry', async (code) => {
  source.vk.fail(answerWith({ error_code: code, error_msg: 'One of the parameters was missing\0' }));
  expect(await source.fault()).toMatchObject({ kind: 'request', code });
  expect(source.logLines.join()).toContain('"reason":"One of the parameters was missing"');
  expect(source.vk.calls).toHaveLength(1);
});
