// Proves: journal#audit-stream
/** Containers with a backend each on one database, of the same version and of two. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Migration, migrations } from '../../server/backend/store/postgres/migrations.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { apiBase } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import { adminAccount, type RunningConsole, startEmptyConsole } from '../support/console-process.ts';
import { openTestStore, testDatabaseUrl } from '../support/test-store.ts';

type Entry = { fault?: string };

const entriesOf = (running: RunningConsole): Entry[] =>
  running.logs().flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

const open = (url: string, cookie: string) => fetch(url, { headers: { cookie } });

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

test('two containers share sessions and data; one continues when the other is killed, and exits with 0', async () => {
  const fixture = await openTestStore();
  const environment = { SESSION_SECRET: 'a-secret-of-the-tests-that-is-long-enough', AUDIT_LOG: 'stdout' };
  const start = () => startEmptyConsole({ ...environment, DATABASE_URL: testDatabaseUrl() });
  const containers = await Promise.all([start(), start()]);
  try {
    const [first, second] = containers;
    const cookie = await signIn(first);
    await fixture.createWord(await fixture.createClient(), { text: 'метро' });
    for (const { url } of containers)
      expect(await (await open(`${url}/ldvknf/words`, cookie)).text()).toContain('метро');
    const refresh = ({ url }: RunningConsole) =>
      fetch(`${url}${apiBase}/admin/auth/refresh`, { method: 'POST', headers: { cookie, Origin: url } });
    const refreshed = await Promise.all([...containers, ...containers].map(refresh));
    expect(refreshed.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const isSignIn = (line: string) => line.includes('"audit":1') && line.includes('"action":"sign-in"');
    expect(containers.map((running) => running.logs().filter(isSignIn).length)).toEqual([1, 0]);
    await first.stop('SIGKILL');
    expect((await open(`${second.url}/ldvknf/words`, cookie)).status).toBe(200);
    expect(await second.stop('SIGTERM')).toBe(0);
  } finally {
    await Promise.all(containers.map((running) => running.close()));
    await fixture.close();
  }
});

const latest = migrations.length;

const onDatabase = async (sql: string) => {
  const client = new pg.Client({ connectionString: testDatabaseUrl() });
  await client.connect();
  return client.query(sql).finally(() => client.end());
};

/** A migration that changes the tables that every statement of the previous version reads. */
async function migrationOfEveryTable(): Promise<Migration> {
  const { rows } = await onDatabase("SELECT relname FROM pg_stat_user_tables WHERE schemaname = 'public'");
  return async (db) => {
    for (const { relname } of rows) await db.run(`ALTER TABLE ${relname} ADD COLUMN of_the_next_version int`);
  };
}

test('a container of the previous version continues to read after the update, and refuses changes until it is replaced', async () => {
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
    // Others may have failed while the search copy was built.
    expect(entriesOf(running).filter(({ fault }) => fault?.includes('start the newer program'))).toHaveLength(1);
    await expect(fixture.store.cities.save([{ cityId: 3, name: 'Томск', country: null }])).rejects.toMatchObject({
      userMessage: messages.newerSchema,
    });
  } finally {
    (migrations as Migration[]).splice(latest);
    await running.close();
    await fixture.close();
  }
});
