// Proves: journal#audit-stream
/** Processes with a backend each on one database: the processes of WEB_CONCURRENCY, and processes of two versions. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Migration, migrations } from '../../server/backend/store/postgres/migrations/index.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { adminAccount, type RunningConsole, startEmptyConsole } from '../support/console-process.ts';
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

/** Returns the cookies of an administrator. */
async function signIn({ url }: RunningConsole): Promise<string> {
  const { type, name: username, password } = adminAccount;
  const reply = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ type, username, password }),
    redirect: 'manual',
  });
  const lines = reply.headers.getSetCookie().map((line) => line.split(';')[0]);
  return lines.join('; ');
}

test('two processes share sessions and data, another replaces a killed one, and they exit with 0', async () => {
  const fixture = await openTestStore();
  const environment = { WEB_CONCURRENCY: '2', METRICS: 'on', AUDIT_LOG: 'stdout' };
  const running = await startEmptyConsole({ ...environment, DATABASE_URL: testDatabaseUrl() });
  try {
    const isListening = ({ msg }: Entry) => msg === 'listening';
    const processes = new Set(await pidsOf(running, 2, isListening));
    const cookie = await signIn(running);
    await fixture.createWord(await fixture.createClient(), { text: 'метро' });
    const pages = Array.from({ length: 12 }, () => open(`${running.url}/ldvknf/words`, cookie));
    for (const page of await Promise.all(pages)) expect(await page.text()).toContain('метро');
    const isPage = ({ msg, path }: Entry) => msg === 'request' && path === '/ldvknf/words';
    expect(new Set(await pidsOf(running, 12, isPage))).toEqual(processes);
    const isSignIn = (line: string) => line.includes('"audit":1') && line.includes('"action":"sign-in"');
    expect(running.logs().filter(isSignIn)).toHaveLength(1);
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

const latest = migrations.length;

const onDatabase = async (sql: string) => {
  const client = new pg.Client({ connectionString: testDatabaseUrl() });
  await client.connect();
  return client.query(sql).finally(() => client.end());
};

/** A migration that changes what every statement of the version before reads. */
async function migrationOfEveryTable(): Promise<Migration> {
  const { rows } = await onDatabase("SELECT relname FROM pg_stat_user_tables WHERE schemaname = 'public'");
  return rows.map(({ relname }) => `ALTER TABLE ${relname} ADD COLUMN of_the_next_version int`);
}

test('a process of the version before reads on after the update, and refuses changes until it is replaced', async () => {
  const fixture = await openTestStore();
  const running = await startEmptyConsole({ DATABASE_URL: testDatabaseUrl() });
  try {
    const cookie = await signIn(running);
    const clientId = await fixture.createClient();
    await fixture.createWord(clientId, { text: 'метро' });
    while ((await open(`${running.url}/readyz`, '')).status !== 200) await sleep(50);
    const pages = ['/ldvknf/words', '/ldvknf/posts', '/ldserver/clients', '/ldvknf/analytics', '/ldserver/journal'];
    const statuses = () =>
      Promise.all([...pages, '/readyz'].map(async (page) => (await open(running.url + page, cookie)).status));
    expect(new Set(await statuses())).toEqual(new Set([200]));
    const add = (text: string) =>
      fetch(`${running.url}${apiBase}/vknf/words/create?clientID=${clientId}`, {
        method: 'POST',
        headers: { cookie, Origin: running.url, 'Content-Type': 'application/json' },
        body: JSON.stringify({ Text: text, State: 'ready', FullSearch: false }),
      });
    expect((await add('вокзал')).status).toBe(201);

    // A change that has started ends before the migration.
    const migration = await migrationOfEveryTable();
    const { promise: updated, resolve: update } = Promise.withResolvers<Store>();
    await fixture.store.transaction(async ({ cities }) => {
      (migrations as Migration[]).push(migration);
      update(fixture.openAnother());
      while ((await onDatabase("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rowCount === 0);
      await cities.save([{ cityId: 1, name: 'Орёл', country: null }]);
    });
    const newer = await updated;
    await newer.cities.save([{ cityId: 2, name: 'Омск', country: null }]);
    expect(await newer.cities.list({ clientId: null, contains: '', limit: 9 })).toHaveLength(2);

    // After a use that is not recent, a session records the next one.
    await onDatabase('UPDATE sessions SET used_at = 0');
    expect(new Set(await statuses())).toEqual(new Set([200]));
    const refused = await add('площадь');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await add('площадь')).status).toBe(503);
    const faults = entriesOf(running).filter(({ msg }) => msg === 'call failed');
    expect(faults).toMatchObject([{ fault: expect.stringContaining('start the newer program') }]);
    await expect(fixture.store.cities.save([{ cityId: 3, name: 'Томск', country: null }])).rejects.toMatchObject({
      userMessage: messages.newerSchema,
    });
  } finally {
    (migrations as Migration[]).splice(latest);
    await running.close();
    await fixture.close();
  }
});
