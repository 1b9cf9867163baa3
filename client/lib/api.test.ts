// Proves: api#calls, pages#connection, security#statements, sign-in#sessions
import { mock } from 'node:test';
import { get, post } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { readObject } from '../../shared/read.ts';
import type { Viewer } from '../../shared/roles.ts';
import { callApi } from './api.ts';

type Reply = { status: number; body?: string } | Error;

const admin: Viewer = { user: { id: '1', type: 'admin', username: 'root' }, impersonation: null };
const client: Viewer = { user: { id: 'c1', type: 'client', client_id: 'c1' }, impersonation: null };
const actingAsClient: Viewer = {
  ...client,
  impersonation: {
    isImpersonating: true,
    impersonatedClientId: 'c1',
    impersonatedBy: 'root',
    impersonatedAt: '2026-11-20T10:00:00Z',
    expiresAt: '2026-11-20T10:15:00Z',
  },
};
let context = { basePath: '/base', viewer: admin, apiTimeoutMs: 20_000 };
const call = get('/things', (reply) => readObject(reply).name, messages.loadWords);

const json = (status: number, body: unknown): Reply => ({ status, body: JSON.stringify(body) });
const { fetch: realFetch } = globalThis;

/**
 * Replaces `fetch`. Each path under /base/api/v1 returns its replies in order and repeats the last one. Returns the requests.
 */
function mockFetch(replies: Record<string, Reply[]>) {
  const requests: { path: string; init: RequestInit }[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const path = String(input).replace('/base/api/v1', '');
    requests.push({ path, init });
    const list = replies[path] ?? [];
    const next = list.length > 1 ? list.shift() : list[0];
    if (!next) throw new Error(`Unexpected request: ${path}`);
    if (next instanceof Error) throw next;
    return new Response(next.status === 204 ? null : (next.body ?? ''), { status: next.status });
  };
  return requests;
}

/** The page's clock, in milliseconds. */
let now = 0;
const clock = mock.method(performance, 'now', () => now);

/** The arguments of the calls, by function. */
const used = { assign: [] as string[], removeItem: [] as string[], dispatchEvent: [] as Event[] };

beforeEach(() => {
  for (const list of Object.values(used)) list.length = 0;
  // A failed renewal of the test before no longer answers.
  now += 60_000;
  context = { ...context, viewer: admin, apiTimeoutMs: 20_000 };
  Object.assign(globalThis, {
    document: { getElementById: () => ({ textContent: JSON.stringify(context) }) },
    location: {
      pathname: '/base/ldvknf/words',
      search: '?sort=text',
      assign: (url: string) => void used.assign.push(url),
    },
    localStorage: { removeItem: (key: string) => void used.removeItem.push(key) },
    dispatchEvent: (event: Event) => void used.dispatchEvent.push(event),
  });
});

afterAll(() => {
  globalThis.fetch = realFetch;
  clock.mock.restore();
});

describe('callApi', () => {
  test('a refusal says what somebody else has changed, and others say nothing of it', async () => {
    const Conflict = { By: 'Борис', At: '2026-11-20T09:00:00Z', Now: { Name: 'y' } };
    mockFetch({
      '/things': [
        json(409, { message: 'Изменено другим', code: 'changed-by-other', Conflict }),
        json(409, { message: 'Занято' }),
      ],
    });
    const conflict = { by: 'Борис', at: '2026-11-20T09:00:00Z', now: { Name: 'y' } };
    await expect(callApi(call)).rejects.toMatchObject({ status: 409, code: 'changed-by-other', conflict });
    await expect(callApi(call)).rejects.toMatchObject({ message: 'Занято', code: null, conflict: null });
  });

  test('returns the parsed reply', async () => {
    const requests = mockFetch({ '/things': [json(200, { name: 'x' })] });
    expect(await callApi(call)).toBe('x');
    expect(requests[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin', body: null });
  });

  test('sends the body as JSON and reads an empty reply as null', async () => {
    const requests = mockFetch({ '/things': [{ status: 204 }] });
    const reply = await callApi(post('/things', { a: 1 }, (read) => read, ''));
    expect(reply).toBeNull();
    expect(requests[0]?.init.body).toBe('{"a":1}');
  });

  test.each([400, 403, 404, 409, 429])('fails with the message of a %i reply', async (status) => {
    mockFetch({ '/things': [json(status, { message: 'Так нельзя' })] });
    await expect(callApi(call)).rejects.toMatchObject({ status, message: 'Так нельзя' });
  });

  test.each([
    ['an error reply without a message', json(409, {}), 409],
    ['a server error, whatever its message', json(500, { message: 'panic' }), 500],
    ['HTML instead of JSON', { status: 200, body: '<h1>It works</h1>' }, 0],
    ['a reply of the wrong shape', json(200, []), 0],
    ['a network error', new TypeError('Failed to fetch'), 0],
  ] satisfies [string, Reply, number][])(
    'fails with the message of the call after %s',
    async (_name, reply, status) => {
      mockFetch({ '/things': [reply] });
      await expect(callApi(call)).rejects.toMatchObject({ status, message: messages.loadWords });
      // Only a network error counts as a lost connection.
      expect(used.dispatchEvent).toHaveLength(reply instanceof TypeError ? 1 : 0);
    },
  );
});

test('calls and refreshes fail after the timeout of the page', async () => {
  context.apiTimeoutMs = 350;
  const timeout = mock.method(AbortSignal, 'timeout');
  mockFetch({ '/things': [json(401, {}), json(200, { name: 'x' })], '/admin/auth/refresh': [json(200, {})] });
  await callApi(call);
  expect(timeout.mock.calls.map((one) => one.arguments)).toEqual([[350], [350], [350]]);
  timeout.mock.restore();
});

describe('callApi after a 401', () => {
  const denied = json(401, {});
  const ok = json(200, { name: 'x' });

  test('refreshes once and retries once', async () => {
    const requests = mockFetch({ '/things': [denied, ok], '/admin/auth/refresh': [ok] });
    expect(await callApi(call)).toBe('x');
    expect(requests.map(({ path }) => path)).toEqual(['/things', '/admin/auth/refresh', '/things']);
  });

  test.each([
    ['a client', client, '/server/auth/refresh'],
    ['an administrator acting as a client', actingAsClient, '/server/auth/refresh'],
  ])('refreshes the session of %s at %s', async (_name, viewer, refreshPath) => {
    context.viewer = viewer;
    const requests = mockFetch({ '/things': [denied, ok], [refreshPath]: [ok] });
    await callApi(call);
    expect(requests[1]?.path).toBe(refreshPath);
  });

  test('refreshes once for twenty parallel calls', async () => {
    const requests = mockFetch({ '/things': [...Array(20).fill(denied), ok], '/admin/auth/refresh': [ok] });
    const replies = await Promise.all(Array.from({ length: 20 }, () => callApi(call)));
    expect(replies).toEqual(Array(20).fill('x'));
    expect(requests.filter(({ path }) => path === '/admin/auth/refresh')).toHaveLength(1);
  });

  test('only retries when another call has refreshed since the request', async () => {
    let release: () => void = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const requests = mockFetch({ '/things': [denied, ok], '/slow': [denied, ok], '/admin/auth/refresh': [ok] });
    const mocked = globalThis.fetch;
    let first = true;
    globalThis.fetch = async (input, init) => {
      if (String(input).endsWith('/slow') && first) {
        first = false;
        await late;
      }
      return mocked(input, init);
    };
    const slow = callApi({ ...call, path: '/slow' });
    await callApi(call);
    release();
    expect(await slow).toBe('x');
    expect(requests.filter(({ path }) => path === '/admin/auth/refresh')).toHaveLength(1);
  });

  test.each([401, 403])(
    'redirects to sign-in, and back afterwards, when the refresh is refused with %i',
    async (status) => {
      mockFetch({ '/things': [denied], '/admin/auth/refresh': [json(status, {})] });
      await expect(callApi(call)).rejects.toMatchObject({ status: 401, message: messages.sessionOver });
      expect(used.removeItem).toEqual(['auth_user', 'impersonation_state']);
      expect(used.assign).toEqual(['/base/login?next=%2Fldvknf%2Fwords%3Fsort%3Dtext&over=admin']);
    },
  );

  test('does not sign out when the refresh of a background call is refused', async () => {
    mockFetch({ '/things': [denied], '/admin/auth/refresh': [denied] });
    await expect(callApi(call, { background: true })).rejects.toMatchObject({ status: 401 });
    expect([...used.removeItem, ...used.assign]).toEqual([]);
  });

  test.each([
    ['before', [true, false, false]],
    ['after', [false, false, true]],
  ] as const)(
    'opens the sign-in page once when a background call that shares the refresh is %s',
    async (_name, order) => {
      const requests = mockFetch({ '/things': [denied], '/admin/auth/refresh': [denied] });
      const calls = order.map((background) => callApi(call, { background }));
      await Promise.all(calls.map((sent) => expect(sent).rejects.toMatchObject({ status: 401 })));
      expect(requests.filter(({ path }) => path === '/admin/auth/refresh')).toHaveLength(1);
      expect(used.assign).toEqual(['/base/login?next=%2Fldvknf%2Fwords%3Fsort%3Dtext&over=admin']);
    },
  );

  test.each([
    ['a server error', json(503, {})],
    ['a network error', new TypeError('Failed to fetch')],
  ] satisfies [string, Reply][])('does not sign out when the refresh ends with %s', async (_name, reply) => {
    mockFetch({ '/things': [denied], '/admin/auth/refresh': [reply] });
    await expect(callApi(call)).rejects.toMatchObject({ message: messages.loadWords });
    expect(used.assign).toEqual([]);
  });

  test.each([
    ['a fault', json(500, {}), messages.loadWords],
    ['a refusal', denied, messages.sessionOver],
  ] satisfies [string, Reply, string][])(
    'a refresh that ends with %s answers for all calls that wait and for all of the next two seconds',
    async (_name, failure, message) => {
      const requests = mockFetch({ '/things': [denied], '/admin/auth/refresh': [failure] });
      const refreshes = () => requests.filter(({ path }) => path === '/admin/auth/refresh').length;
      const fail = (count: number) =>
        Promise.all(Array.from({ length: count }, () => expect(callApi(call)).rejects.toMatchObject({ message })));
      await fail(32);
      now += 1999;
      await fail(32);
      expect(refreshes()).toBe(1);
      now += 1;
      await fail(32);
      expect(refreshes()).toBe(2);
    },
  );

  test('fails when the retry is refused too', async () => {
    const requests = mockFetch({ '/things': [denied], '/admin/auth/refresh': [ok] });
    await expect(callApi(call)).rejects.toMatchObject({ status: 401 });
    expect(requests).toHaveLength(3);
    expect(used.assign).toEqual([]);
  });
});
