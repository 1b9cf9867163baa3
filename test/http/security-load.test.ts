/** Statement 17 (docs/product.md, section 16) in a short run; `npm run bench -- load` takes two minutes and checks memory. */
import { runMixedLoad } from '../../scripts/bench/load-bench.ts';
import { adminAccount, type RunningConsole, startDemoConsole } from '../support/console-process.ts';

const connections = 32;
const requests = 640;
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
  const { '2xx': complete, non2xx, errors } = await runMixedLoad(running.url, cookie, { amount: requests });
  expect({ complete, non2xx, errors }).toEqual({ complete: requests, non2xx: 0, errors: 0 });
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
});
