/** Proves that the console keeps no state: copies of it, and processes of one of them, serve each other's people. */
import {
  adminAccount,
  type RunningConsole,
  startConsole,
  startConsoleWithBackend,
} from '../support/console-process.ts';
import { makeTemporaryFolder, runToEnd, startServerProcess } from '../support/server-process.ts';

const secret = 'a-secret-of-the-tests-that-is-long-enough';
const wordsPath = '/ldvknf/words';

/** Signs in and gives the Cookie header. */
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

/** A connection of its own, so that the cluster may give it to any process. */
const open = (url: string, cookie = '') => fetch(url, { headers: { cookie, connection: 'close' }, redirect: 'manual' });

const listeningPids = (logs: string[]): number[] =>
  logs.filter((line) => line.includes('"msg":"listening"')).map((line) => JSON.parse(line).pid);

/** Process ids, as many as asked, of those that have listened so far. */
async function untilListening(running: RunningConsole, count: number): Promise<number[]> {
  let pids = listeningPids(running.logs());
  for (; pids.length < count; pids = listeningPids(running.logs())) await new Promise(setImmediate);
  return pids;
}

test('who signs in on one copy is signed in on another with the same secret', async () => {
  const first = await startConsoleWithBackend();
  const second = await startServerProcess('main.js', {
    HOST: '127.0.0.1',
    PORT: '0',
    API_URL: first.backend.url,
    SESSION_SECRET: secret,
  });
  try {
    const cookie = await signIn(first.url);
    const response = await open(second.url + wordsPath, cookie);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Нет слов');
  } finally {
    await second.stop();
    await first.close();
  }
}, 30_000);

describe('WEB_CONCURRENCY=2', () => {
  test('two processes share one embedded backend and everybody on it, and end together with 0', async () => {
    const running = await startConsole({ WEB_CONCURRENCY: '2' });
    try {
      const cookie = await signIn(running.url);
      const answers = await Promise.all(Array.from({ length: 12 }, () => open(running.url + wordsPath, cookie)));
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
      await untilListening(running, 2);
      expect(await running.stop('SIGTERM')).toBe(0);
      expect(new Set(listeningPids(running.logs())).size).toBe(2);
    } finally {
      await running.close();
    }
  }, 30_000);

  test('processes that refresh the same session at once are all answered', async () => {
    const running = await startConsole({ WEB_CONCURRENCY: '2' });
    try {
      const cookie = await signIn(running.url);
      const refreshed = await Promise.all(
        Array.from({ length: 8 }, () =>
          fetch(`${running.url}/api/v1/admin/auth/refresh`, {
            method: 'POST',
            headers: { cookie, Origin: running.url, connection: 'close' },
          }),
        ),
      );
      expect(refreshed.map(({ status }) => status)).toEqual(Array(8).fill(200));
    } finally {
      await running.close();
    }
  }, 30_000);

  test('a process that is killed is replaced', async () => {
    const running = await startConsole({ WEB_CONCURRENCY: '2' });
    try {
      const [pid] = await untilListening(running, 2);
      if (!pid) throw new Error('No process said that it listens');
      process.kill(pid, 'SIGKILL');
      await untilListening(running, 3);
      expect((await open(`${running.url}/readyz`)).status).toBe(200);
    } finally {
      await running.close();
    }
  }, 30_000);

  test('a wrong port ends the start with 1', async () => {
    const other = await startConsole();
    const { folder, remove } = makeTemporaryFolder();
    try {
      const { code, lines } = await runToEnd('main.js', {
        DATA_DIR: folder,
        PORT: String(other.port),
        LOG_LEVEL: 'error',
        WEB_CONCURRENCY: '2',
      });
      expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(`PORT ${other.port}`)] });
    } finally {
      remove();
      await other.close();
    }
  }, 30_000);
});
