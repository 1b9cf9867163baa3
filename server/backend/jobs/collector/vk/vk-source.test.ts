import { wallPost } from '../../../../../scripts/vk-stand-in/world.ts';
import { createTestSource, type TestSource } from '../../../../../test/support/vk-source.ts';

const key = 'vk1.a.Service_Key-1';
let source: TestSource;
beforeEach(async () => {
  source = await createTestSource({ keys: [key] });
});
afterEach(() => source.close());

test('a search sends a form of version 5.199 with the key in a header', async () => {
  await source.search({ text: 'станция "метро" -ремонт', from: 1_700_000_000_000, to: 1_700_000_600_000 });
  expect(source.vk.calls).toMatchObject([{ method: 'newsfeed.search', key }]);
  expect(Object.fromEntries(source.vk.calls[0]?.params ?? [])).toEqual({
    q: 'станция "метро" -ремонт',
    extended: '1',
    count: '200',
    start_time: '1700000000',
    end_time: '1700000600',
    fields: 'city,photo_100,screen_name,type,country',
    lang: 'ru',
    v: '5.199',
  });
});

test('a search returns the newest 200 posts, their total, and where the next page starts', async () => {
  const date = source.now() / 1000 - 60;
  source.vk.addPosts(Array.from({ length: 205 }, (_, index) => wallPost({ id: index + 1, date, text: 'Метро' })));
  const page = await source.search();
  expect(page.posts).toHaveLength(200);
  expect(page).toMatchObject({ total: 205, next: '200/-1_6' });
  const rest = await source.search({ startFrom: page.next });
  expect(rest.posts).toHaveLength(5);
  expect(rest.next).toBeNull();
});

test('searches without results return an empty page', async () => {
  expect(await source.search()).toEqual({ posts: [], owners: [], users: [], cities: [], total: 0, next: null });
});

test('searches at the same time make their calls one by one, at least 400 ms apart', async () => {
  let open = 0;
  let mostOpen = 0;
  source.onCall(() => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
  });
  const searches = Array.from({ length: 6 }, async () => {
    await source.search();
    open -= 1;
  });
  await Promise.all(searches);
  expect(mostOpen).toBe(1);
  const starts = source.vk.calls.map(({ at }) => at);
  expect(starts.slice(1).map((at, index) => at - (starts[index] ?? 0))).toEqual([400, 400, 400, 400, 400]);
});

test('a call of each attempt is counted for its run', async () => {
  source.vk.fail({ code: 10 }, { times: 2 });
  await source.search();
  expect(await source.keyState()).toMatchObject({ calls: 3 });
});

describe('an aborted search', () => {
  const reason = new Error('stopping');

  test('makes no call when it was aborted before', async () => {
    await expect(source.search({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(source.vk.calls).toEqual([]);
  });

  test('ends during the call', async () => {
    const controller = new AbortController();
    source.vk.fail('slow-body');
    const search = source.search({}, { signal: controller.signal });
    source.onCall(() => controller.abort(reason));
    await expect(search).rejects.toBe(reason);
    expect(source.vk.calls).toHaveLength(1);
  });

  test('ends during the pause before a retry', async () => {
    const controller = new AbortController();
    source.vk.fail({ code: 1 });
    source.onPause(() => controller.abort(reason));
    await expect(source.search({}, { signal: controller.signal })).rejects.toBe(reason);
    expect(source.vk.calls).toHaveLength(1);
  });

  test('leaves the key to the next search', async () => {
    const controller = new AbortController();
    const aborted = source.search({}, { signal: controller.signal });
    const next = source.search();
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await expect(next).resolves.toMatchObject({ total: 0 });
  });
});

test('neither logs nor faults contain a key, even when VK repeats it', async () => {
  const error = {
    error_code: 5,
    error_msg: `invalid access_token ${key}`,
    request_params: [{ key: 'token', value: key }],
  };
  source.vk.fail({ code: 10 }, { times: 1 });
  source.vk.fail('reset', { times: 1 });
  source.vk.fail({ answer: { error } });
  const fault = await source.fault();
  const told = JSON.stringify([fault, fault.message, await source.keyState(), source.logLines]);
  expect(told).toContain('invalid access_token …');
  expect(told).not.toContain(key);
});
