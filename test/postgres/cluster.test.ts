/** WEB_CONCURRENCY with DATABASE_URL: each process has a backend of its own, on one database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { adminAccount, type RunningConsole, startConsole } from '../support/console-process.ts';
import { openTestStore, testDatabaseUrl } from '../support/test-store.ts';

type Entry = { msg: string; pid?: number; path?: string };

const entriesOf = (running: RunningConsole): Entry[] =>
  running.logs().flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

/** Waits for `count` log lines and returns the process ID of each. */
async function pidsOf(running: RunningConsole, count: number, matches: (entry: Entry) => boolean): Promise<number[]> {
  for (;;) {
    const pids = entriesOf(running).flatMap((entry) => (matches(entry) && entry.pid ? [entry.pid] : []));
    if (pids.length >= count) return pids;
    await sleep(10);
  }
}

/** Uses a new connection, so that the cluster may assign it to any process. */
const open = (url: string, cookie: string) => fetch(url, { headers: { cookie, connection: 'close' } });

test('two processes share sessions and data, another replaces a killed one, and they exit with 0', async () => {
  const fixture = await openTestStore();
  const running = await startConsole({ WEB_CONCURRENCY: '2', DATABASE_URL: testDatabaseUrl(), METRICS: 'on' });
  try {
    const isListening = ({ msg }: Entry) => msg === 'listening';
    const processes = new Set(await pidsOf(running, 2, isListening));
    const { type, name: username, password } = adminAccount;
    const signIn = await fetch(`${running.url}/login`, {
      method: 'POST',
      headers: { Origin: running.url },
      body: new URLSearchParams({ type, username, password }),
      redirect: 'manual',
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    await fixture.createWord(await fixture.createClient(), { text: 'метро' });
    const pages = Array.from({ length: 12 }, () => open(`${running.url}/ldvknf/words`, cookie));
    for (const page of await Promise.all(pages)) expect(await page.text()).toContain('метро');
    const isPage = ({ msg, path }: Entry) => msg === 'request' && path === '/ldvknf/words';
    expect(new Set(await pidsOf(running, 12, isPage))).toEqual(processes);
    const metrics = await (await open(`${running.url}/metrics`, '')).text();
    expect(metrics).toContain('console_request_duration_seconds_count{kind="page",method="GET",status="200"} 12');
    process.kill([...processes][0] ?? 0, 'SIGKILL');
    await pidsOf(running, 3, isListening);
    expect((await open(`${running.url}/readyz`, '')).status).toBe(200);
    expect(await running.stop('SIGTERM')).toBe(0);
  } finally {
    await running.close();
    await fixture.close();
  }
});
