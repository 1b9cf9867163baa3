// Proves: security#statements
/** Statement 17 (docs/product/security.md) in a short run; `npm run bench -- pages` takes two minutes and checks memory. */
import autocannon from 'autocannon';
import { adminAccount, type RunningConsole, startDemoConsole } from '../support/console-process.ts';

const connections = 32;
/** Requests of an administrator's screens. */
const requests = [
  '/ldvknf/posts',
  '/ldvknf/words',
  '/ldvknf/owners',
  '/ldserver/clients',
  '/profile',
  '/ldvknf/posts?text=%D0%BC%D0%B5%D1%82%D1%80%D0%BE',
  '/api/v1/vknf/posts/details?limit=20&offset=40&orderBy=post_dt&orderDirection=DESC',
  '/api/v1/vknf/posts/count?text=%D1%80%D0%B5%D0%BC%D0%BE%D0%BD%D1%82',
  '/api/v1/vknf/words/paginated?limit=100&offset=0&orderBy=word_id&orderDirection=DESC',
  '/api/v1/vknf/owners/details?limit=20&offset=0&orderBy=owner_id&orderDirection=ASC',
  '/api/v1/server/clients',
  '/api/v1/vknf/cities/search?q=%D0%BC%D0%BE%D1%81',
].map((path) => ({ path }));
/** Each connection sends each request once. */
const amount = connections * requests.length;
let running: RunningConsole;

beforeAll(async () => {
  running = await startDemoConsole();
});
afterAll(() => running?.close());

test(`[17] under ${connections} connections with pages and calls every reply is complete and 200`, async () => {
  const { name: username, password } = adminAccount;
  const response = await fetch(`${running.url}/login`, {
    method: 'POST',
    headers: { Origin: running.url },
    body: new URLSearchParams({ type: 'admin', username, password }),
    redirect: 'manual',
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const {
    '2xx': complete,
    non2xx,
    errors,
  } = await autocannon({
    url: running.url,
    connections,
    headers: { cookie, 'accept-encoding': 'gzip' },
    requests,
    amount,
    // No timing decides a test.
    timeout: 100,
  });
  expect({ complete, non2xx, errors }).toEqual({ complete: amount, non2xx: 0, errors: 0 });
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
});
