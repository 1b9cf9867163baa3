// Proves: collection#posts
import { get } from '../../shared/api/call.ts';
import { callApi } from './api.ts';
import { serverNow } from './clock.ts';

const pageTime = Date.parse('2026-11-20T10:00:00Z');
const replyTime = Date.parse('2026-11-20T12:00:00Z');
const { fetch } = globalThis;

beforeEach(() => {
  const context = { basePath: '', viewer: null, apiTimeoutMs: 20_000, now: pageTime };
  Object.assign(globalThis, { document: { getElementById: () => ({ textContent: JSON.stringify(context) }) } });
});
afterEach(() => {
  globalThis.fetch = fetch;
  Reflect.deleteProperty(globalThis, 'document');
});

/** Tests may be slow, and the clocks of a machine drift. */
const isAt = (time: number) => Math.abs(serverNow() - time) < 60_000;

test('the time is the server’s: that of the page, then that of each reply that has one', async () => {
  // Here the page began to arrive when the process started.
  expect(isAt(pageTime + performance.now())).toBe(true);
  const reply = (headers: HeadersInit) => async () => new Response('{}', { headers });
  globalThis.fetch = reply({ date: new Date(replyTime).toUTCString() });
  const call = get('/things', () => null, '');
  await callApi(call);
  expect(isAt(replyTime)).toBe(true);
  globalThis.fetch = reply({});
  await callApi(call);
  expect(isAt(replyTime)).toBe(true);
});
