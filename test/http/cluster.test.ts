/** The console keeps no state: its copies, and the processes of one copy, share sessions. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { backendAdmin, startTestBackend } from '../support/backend.ts';
import { adminAccount, type RunningConsole, startConsole, startConsoleInFrontOf } from '../support/console-process.ts';
import { makeTemporaryFolder, runToEnd } from '../support/server-process.ts';
import { createTestConsole, createVisitor } from '../support/test-console.ts';

const secret = 'a-secret-of-the-tests-that-is-long-enough';
const wordsPath = '/ldvknf/words';
const refreshPath = '/api/v1/admin/auth/refresh';

/** Signs in and returns the Cookie header. */
async function signIn(url: string): Promise<string> {
  const { name, password } = adminAccount;
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ type: 'admin', username: name, password }),
    redirect: 'manual',
  });
  const lines = response.headers.getSetCookie();
  return lines.map((line) => line.split(';')[0]).join('; ');
}

/** Uses a new connection, so that the cluster may assign it to any process. */
const open = (url: string, cookie = '') => fetch(url, { headers: { cookie, connection: 'close' }, redirect: 'manual' });

const pidsOf = (logs: string[], message: string, path = ''): number[] =>
  logs.filter((line) => line.includes(`"msg":"${message}"`) && line.includes(path)).map((line) => JSON.parse(line).pid);

/** Waits for `count` log lines of the message and returns the process ID of each. */
async function waitForLog(running: RunningConsole, count: number, message: string, path?: string): Promise<number[]> {
  let pids = pidsOf(running.logs(), message, path);
  for (; pids.length < count; pids = pidsOf(running.logs(), message, path)) await sleep(10);
  return pids;
}

const pagesMetric = 'console_request_duration_seconds_count{kind="page",method="GET",status="200"}';

/** Returns values by series. */
async function readMetrics(url: string): Promise<Map<string, number>> {
  const text = await (await open(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

test('a session of one copy is valid on another copy with the same secret', async () => {
  const backend = await startTestBackend();
  const first = createVisitor(createTestConsole({ apiUrl: backend.url, sessionSecrets: [secret] }).app);
  const second = await startConsoleInFrontOf(backend.url, { HOST: '127.0.0.1', SESSION_SECRET: secret });
  try {
    await first.postForm('/login', { type: 'admin', ...backendAdmin });
    const cookie = [...first.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await open(second.url + wordsPath, cookie);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Нет слов');
  } finally {
    await second.stop();
    await backend.close();
  }
});

describe('WEB_CONCURRENCY=2', () => {
  let running: RunningConsole;
  /** Process IDs. */
  const killed = new Set<number>();
  beforeAll(async () => {
    running = await startConsole({ WEB_CONCURRENCY: '2', METRICS: 'on' });
  });
  afterAll(() => running?.close());

  /** Waits until two processes listen, and returns their IDs. */
  const listening = async (): Promise<number[]> =>
    (await waitForLog(running, 2 + killed.size, 'listening')).filter((pid) => !killed.has(pid));

  /** Sends `count` requests, of which each process answers some. */
  async function reachBoth(path: string, count: number, send: () => Promise<Response>): Promise<void> {
    const processes = new Set(await listening());
    const before = pidsOf(running.logs(), 'request', path).length;
    const replies = await Promise.all(Array.from({ length: count }, send));
    expect(replies.map(({ status }) => status)).toEqual(Array(count).fill(200));
    const pids = await waitForLog(running, before + count, 'request', path);
    expect(new Set(pids.slice(before))).toEqual(processes);
  }

  test('two processes share one embedded backend and its sessions', async () => {
    const cookie = await signIn(running.url);
    await reachBoth(wordsPath, 12, () => open(running.url + wordsPath, cookie));
  });

  test('two processes that refresh the same session in parallel both succeed', async () => {
    const headers = { cookie: await signIn(running.url), Origin: running.url, connection: 'close' };
    await reachBoth(refreshPath, 8, () => fetch(running.url + refreshPath, { method: 'POST', headers }));
  });

  test('a killed process is replaced, and /metrics of either process includes the requests of both and of ended ones', async () => {
    const pages = async () => (await readMetrics(running.url)).get(pagesMetric) ?? 0;
    const cookie = await signIn(running.url);
    const before = await pages();
    await reachBoth(wordsPath, 6, () => open(running.url + wordsPath, cookie));
    const [first, second] = await Promise.all([readMetrics(running.url), readMetrics(running.url)]);
    for (const metrics of [first, second]) {
      expect(metrics.get(pagesMetric)).toBe(before + 6);
      expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0);
    }
    const [pid] = await listening();
    process.kill(Number(pid), 'SIGKILL');
    killed.add(Number(pid));
    await listening();
    expect((await open(`${running.url}/readyz`)).status).toBe(200);
    expect(await pages()).toBe(before + 6);
    await open(running.url + wordsPath, cookie);
    expect(await pages()).toBe(before + 7);
  });

  test('/metrics returns 503 while a process does not respond, and 200 when it responds again', async () => {
    const [, stopped] = await listening();
    process.kill(Number(stopped), 'SIGSTOP');
    // One of two connections goes to the other process.
    const responses = [open(`${running.url}/metrics`), open(`${running.url}/metrics`)];
    expect((await Promise.any(responses)).status).toBe(503);
    process.kill(Number(stopped), 'SIGCONT');
    await Promise.all(responses);
    expect((await open(`${running.url}/metrics`)).status).toBe(200);
  });

  test('the processes exit with 0 together, also with one that does not respond, and start again', async () => {
    const cookie = await signIn(running.url);
    expect(await running.stop('SIGTERM')).toBe(0);
    await running.restart();
    killed.clear();
    const [, stopped] = await listening();
    expect((await open(running.url + wordsPath, cookie)).status).toBe(200);
    process.kill(Number(stopped), 'SIGSTOP');
    expect(await running.stop('SIGTERM')).toBe(0);
  });

  test('a port in use ends the start with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    const { folder, remove } = makeTemporaryFolder();
    try {
      const environment = { DATA_DIR: folder, PORT, LOG_LEVEL: 'error', WEB_CONCURRENCY: '2' };
      const { code, lines } = await runToEnd('main.js', environment);
      expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(`PORT ${PORT}`)] });
    } finally {
      remove();
      other.close();
    }
  });
});
