// Proves: journal#audit-stream, people#api-keys, security#statements
/** Operation: logs without secrets, metrics, secrets from files, minimal rights, and the database files. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { createVkStandIn, type VkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { openStore } from '../../server/backend/open-store.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { version } from '../../server/platform/version.ts';
import { readNullable } from '../../shared/read.ts';
import { adminAccount, type RunningConsole, startConsole, startEmptyConsole } from '../support/console-process.ts';
import { makeTemporaryFolder, runToEnd, startServerProcess } from '../support/server-process.ts';
import { startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin } from '../support/test-console.ts';

const root = path.join(import.meta.dirname, '../..');
const operations = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');

type Session = {
  cookie: string;
  post(address: string, body: object): Promise<Response>;
  get(address: string): Promise<Response>;
};

/** Signs in as a browser does and keeps the cookies. */
async function signIn(url: string, password: string): Promise<Session> {
  let cookie = '';
  const send = async (address: string, init: RequestInit) => {
    const response = await fetch(url + address, {
      ...init,
      headers: { ...init.headers, Origin: url, cookie },
      redirect: 'manual',
    });
    const lines = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (lines.length > 0) cookie = lines.join('; ');
    return response;
  };
  const body = new URLSearchParams({ type: 'admin', username: adminAccount.name, password });
  const reply = await send('/login', { method: 'POST', body });
  if (reply.status !== 303) throw new Error(`The sign-in returned ${reply.status}`);
  return {
    get cookie() {
      return cookie;
    },
    post: (address, json) =>
      send(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
    get: (address) => send(address, {}),
  };
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;

const contact = { name: 'ООО', ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: '', phone: '' };
const audited = (lines: readonly string[]): Record<string, unknown>[] =>
  lines.map((line) => JSON.parse(line)).filter(({ audit }) => audit === 1);

/** The tests of one console, in this order: a session, its backup, a kill, and the restored database. */
describe('a console with metrics, backups and an audit stream that logs at level trace', () => {
  const { folder: copies, remove: removeCopies } = makeTemporaryFolder();
  const copy = path.join(copies, 'copy.sqlite');
  let running: RunningConsole;
  let restored: Session;
  const secrets = { wrong: 'wrong-hunter2', next: 'next-hunter3', client: 'client-hunter4' };

  beforeAll(async () => {
    const environment = { LOG_LEVEL: 'trace', METRICS: 'on', AUDIT_LOG: 'stdout', BACKUP_DIR: copies };
    running = await startConsole({ ...environment, SESSION_SECRET: 'signing-hunter5-'.repeat(3) });
  });
  afterAll(async () => {
    await running?.close();
    removeCopies();
  });

  test('metrics cover requests, backend calls, rendering and the event loop, without URLs or names', async () => {
    const admin = await signIn(running.url, adminAccount.password);
    await admin.get('/ldvknf/words');
    await admin.get('/private-address');
    await fetch(`${running.url}/healthz`);
    const text = await (await fetch(`${running.url}/metrics`)).text();
    for (const series of [
      // Sign-in, the backend's kind, phrases and saved filters.
      'console_backend_call_duration_seconds_count{outcome="ok"} 4',
      'console_request_duration_seconds_count{kind="page",method="GET",status="200"} 1',
      'console_request_duration_seconds_count{kind="probe",method="GET",status="200"} 1',
      'console_page_stage_duration_seconds_count{stage="load"} 1',
      'console_page_stage_duration_seconds_count{stage="render"}',
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(series);
    }
    expect(text.replace('first administrator created', '')).not.toMatch(/private-address|admin/);
  });

  (hasCurl ? test : test.skip)('the examples of API keys work as they are written', async () => {
    const [, examples = ''] = /```sh\n(curl [^`]+\$KEY[^`]+)```/.exec(operations) ?? [];
    const admin = await signIn(running.url, adminAccount.password);
    const client = await (await admin.post('/api/v1/server/clients/create', contact)).json();
    const body = { Name: 'Пример', Scopes: ['read', 'load'] };
    const { Key } = await (await admin.post('/api/v1/server/keys/create', body)).json();
    const env = { ...process.env, CONSOLE: running.url, KEY: Key, CLIENT: client.client_id };
    const lines = examples.trim().split('\n');
    const outputs = lines.map((line) => spawnSync('sh', ['-c', line], { env, encoding: 'utf8' }));
    expect(outputs.map(({ status }) => status)).toEqual([0, 0, 0]);
    const [count, page, word] = outputs.map(({ stdout }) => JSON.parse(stdout));
    expect([count, page, word]).toMatchObject([{ total: 0 }, { posts: [] }, { Text: 'выборы' }]);
  });

  test('[12] the log of a whole session at level trace has no password, token or cookie, and every line is JSON', async () => {
    await expect(signIn(running.url, secrets.wrong)).rejects.toThrow('401');
    const admin = await signIn(running.url, adminAccount.password);
    const cookies = [admin.cookie];
    const created = await admin.post('/api/v1/server/clients/create', contact);
    expect(created.status).toBe(201);
    const { client_id: id } = await created.json();
    const setPassword = `/api/v1/server/clients/password/set?id=${id}`;
    expect((await admin.post(setPassword, { password: secrets.client })).status).toBe(200);
    const generated = await (await admin.post(`/api/v1/server/clients/password/generate?id=${id}`, {})).json();
    const { Key } = await (await admin.post('/api/v1/server/keys/create', { Name: 'x', Scopes: ['read'] })).json();
    const health = await fetch(`${running.url}/api/v1/health`, { headers: { authorization: `Bearer ${Key}` } });
    expect(health.status).toBe(200);
    const change = { current_password: adminAccount.password, new_password: secrets.next };
    expect((await admin.post('/api/v1/admin/password/change', change)).status).toBe(200);
    await admin.post('/api/v1/admin/auth/refresh', {});
    cookies.push(admin.cookie);
    await admin.post('/api/v1/admin/impersonate', { client_id: id });
    cookies.push(admin.cookie);
    await admin.get('/ldvknf/words?token=query-hunter6');
    await admin.post('/api/v1/admin/impersonate/stop', {});
    await admin.post('/logout', {});
    while (!running.logs().some((line) => line.includes('"path":"/logout"'))) await sleep(10);

    const lines = [...running.logs()];
    expect(lines.length).toBeGreaterThan(20);
    expect(
      lines.map((line) => JSON.parse(line)).filter(({ audit, msg }) => audit !== 1 && typeof msg !== 'string'),
    ).toEqual([]);
    const values = cookies.flatMap((cookie) => cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)));
    const secret = [...Object.values(secrets), adminAccount.password, generated.password, Key, 'hunter', ...values];
    expect(values.length).toBeGreaterThan(5);
    expect(secret.filter((value) => lines.some((line) => line.includes(value)))).toEqual([]);
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries).toContainEqual(
      expect.objectContaining({
        msg: 'request',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        method: 'GET',
        path: '/ldvknf/words',
        status: 200,
        durationMs: expect.any(Number),
        address: '127.0.0.1',
        real: adminAccount.name,
        effective: id,
      }),
    );
    for (const event of ['sign-in', 'sign-in refused', 'sign-out', 'impersonation started', 'impersonation stopped']) {
      expect(entries).toContainEqual(expect.objectContaining({ event, requestId: expect.any(String) }));
    }
  });

  describe('[16] its embedded database', () => {
    const run = (name: string, ...values: string[]) =>
      spawnSync(process.execPath, [path.join(root, 'dist/server', name), ...values], {
        env: { DATA_DIR: running.dataDir },
        encoding: 'utf8',
      });

    test('is copied at the start and by the image’s command, and nothing is restored while it is in use', async () => {
      while (!running.logs().some((line) => line.includes('"msg":"backup made"'))) await sleep(50);
      expect(readdirSync(copies)).toEqual([expect.stringMatching(/^ldvk-[\dT-]+Z\.sqlite$/)]);
      let text = '';
      while (!/^backup_last_copy_timestamp_seconds \d{10}/m.test(text)) {
        await sleep(200);
        text = await (await fetch(`${running.url}/metrics`)).text();
      }
      expect(run('backup.js', copy)).toMatchObject({ status: 0 });
      expect(run('restore.js', copy)).toMatchObject({ status: 1, stderr: expect.stringContaining('is in use: stop') });
      expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    });

    const readUsers = (file: string) => {
      const database = new DatabaseSync(file, { readOnly: true });
      const rows = database.prepare('SELECT user_id AS id FROM users').all();
      database.close();
      return new Set(rows.map(({ id }) => id));
    };
    const acknowledged: number[] = [];

    test('that is killed during writes has every acknowledged write and is intact', async () => {
      const admin = await signIn(running.url, secrets.next);
      const write = async (writer: number) => {
        for (let number = 1; ; number += 1) {
          const UserID = writer * 100_000 + number;
          const reply = await admin.post('/api/v1/vknf/users/create', { UserID, Name: 'x' });
          if (reply.status !== 201) throw new Error(`${reply.status}`);
          acknowledged.push(UserID);
          if (acknowledged.length === 100) running.stop('SIGKILL');
        }
      };
      await Promise.allSettled([1, 2, 3, 4].map(write));
      expect(await running.stop()).toBeNull();
      const file = path.join(running.dataDir, databaseFileName);
      const database = new DatabaseSync(file);
      expect(database.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
      database.close();
      const kept = readUsers(file);
      expect(acknowledged.length).toBeGreaterThanOrEqual(100);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    });

    test('that has stopped is replaced by a copy and kept beside it', async () => {
      const replaced = /The replaced database is (\S+)\./.exec(run('restore.js', copy).stdout)?.[1] ?? '';
      expect([...readUsers(replaced)]).toEqual(expect.arrayContaining(acknowledged));
      expect(readUsers(path.join(running.dataDir, databaseFileName)).size).toBe(0);
      await running.restart();
      restored = await signIn(running.url, secrets.next);
    });
  });

  test('neither a full nor a closed standard output stops the service', async () => {
    const { client_id: id } = await (await restored.post('/api/v1/server/clients/create', contact)).json();
    const addMany = async (first: number, count: number) => {
      for (let added = 0; added < count; added += 100) {
        const Texts = Array.from({ length: 100 }, (_, at) => `${'слово'.repeat(40)}${first + added + at}`);
        const reply = await restored.post(`/api/v1/vknf/words/create/list?clientID=${id}`, { Texts });
        expect(await reply.json()).toEqual({ Lines: Texts.map(() => ({ Tracked: false, Error: null })) });
      }
    };
    running.pauseLog(true);
    await addMany(1, 400);
    const before = audited(running.logs()).length;
    running.pauseLog(false);
    while (audited(running.logs()).length < 402) await sleep(20);
    expect(before).toBeLessThan(402);
    const records = audited(running.logs()).map(({ record }) => Number(record));
    expect(records).toHaveLength(402);
    expect(records).toEqual(records.map((_, at) => Number(records[0]) + at));
    running.pauseLog(true);
    await addMany(1000, 400);
    running.closeLog();
    await addMany(2000, 200);
    expect(await running.stop()).toBe(0);
  });
});

/** Names in the table of docs/operations.md. */
const documentedMetrics = [...operations.matchAll(/^\| `([a-z_]+)` \| (?:`[a-z]+`(?:, )?)* ?\| /gm)]
  .map(([, name]) => String(name))
  .sort();

const servedMetrics = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\S+) /gm)]
    .map(([, name]) => String(name))
    .filter((name) => !/^(process|nodejs)_/.test(name))
    .sort();

describe('a console that collects', () => {
  let running: RunningConsole;
  let vk: VkStandIn;

  beforeAll(async () => {
    vk = await createVkStandIn();
    const collecting = { VK_SERVICE_KEY: 'service-key', VK_API_ORIGIN: vk.origin };
    running = await startEmptyConsole({ METRICS: 'on', AUDIT_LOG: 'stdout', ...collecting });
  });
  afterAll(async () => {
    await running?.close();
    await vk?.close();
  });

  test('has metrics of the collector, and all metrics that the document lists', async () => {
    const store = openStore(path.join(running.dataDir, databaseFileName));
    const contact = { ipaddr: '10.0.0.1', macaddr: '', email: '', phone: '', note: '' };
    const client = await store.clients.create({ name: 'x', ...contact, exportAccess: 'denied' }, Date.now());
    await store.words.create({ text: 'метро', state: 'ready', fullSearch: false }, client.clientId);
    await store.close();
    let text = '';
    while (!text.includes('collector_calls_total{result="ok"} 1') || !/^collector_last_run\S+ [1-9]/m.test(text)) {
      await sleep(200);
      text = await (await fetch(`${running.url}/metrics`)).text();
    }
    expect(documentedMetrics).toEqual(servedMetrics(text));
    for (const figure of ['database_size_bytes', 'storage_free_bytes']) {
      expect(text).toMatch(new RegExp(`^${figure} [1-9]`, 'm'));
    }
    expect(text).toContain('alerts_waiting_messages 0');
    expect(text).toContain('collector_keys{state="working"} 1');
    const added = 'backend_faults_total{part="backend",level="warn",message="first administrator created"} 1';
    expect(text).toContain(added);
    expect(text).toMatch(
      /console_faults_total\{part="console",level="warn",message="cookies [^"]+plain HTTP[^"]+"\} 1/,
    );
    expect(text).toContain(`console_build_info{version="${version}"} 1`);
    expect(text).toContain('collector_runs_total{outcome="done"} 1');
    expect(text).toContain('collector_posts_added_total 0');
    expect(text).toContain('collector_due_phrases 0');
    expect(text).toContain('collector_calls_left 949');
    expect(text).toContain('console_request_duration_seconds');
  });

  test('writes each record and refusal to the audit stream once', async () => {
    await expect(signIn(running.url, 'wrong-hunter2')).rejects.toThrow('401');
    const admin = await signIn(running.url, adminAccount.password);
    for (let UserID = 1; UserID <= 20; UserID += 1)
      await admin.post('/api/v1/vknf/users/create', { UserID, Name: `Автор ${UserID}` });
    expect((await admin.post('/api/v1/vknf/people/disable?id=1', { Disabled: true })).status).toBe(403);
    const foreign = { method: 'POST', headers: { origin: 'http://evil.example' } };
    expect((await fetch(`${running.url}/login?next=secret`, foreign)).status).toBe(403);
    await admin.post('/api/v1/admin/impersonate', { client_id: 'client-1001' });
    expect((await admin.get('/ldvknf/posts/export.csv')).status).toBe(403);
    await admin.post('/api/v1/admin/impersonate/stop', {});
    const added = spawnSync(process.execPath, [path.join(root, 'dist/server/admin.js'), 'add', 'olga'], {
      env: { DATA_DIR: running.dataDir, AUDIT_LOG: 'stdout' },
      input: 'надёжный-пароль-7\n',
      encoding: 'utf8',
    });
    const { records } = await (await admin.get('/api/v1/server/journal?limit=100')).json();
    await running.stop();
    const lines = audited(running.logs());
    const ofCommand = audited(added.stdout.split('\n').filter((line) => line.startsWith('{')));
    const common = { audit: 1, at: expect.any(String), on_behalf_of: null, address: '127.0.0.1' };
    expect(lines.filter(({ kind }) => kind === 'refusal')).toEqual([
      {
        ...common,
        kind: 'refusal',
        request: expect.any(String),
        who: null,
        method: 'POST',
        status: 401,
        path: '/api/v1/admin/auth/login',
        reason: expect.any(String),
      },
      {
        ...common,
        kind: 'refusal',
        request: expect.any(String),
        who: 'admin',
        method: 'POST',
        status: 403,
        path: '/api/v1/vknf/people/disable',
        reason: 'Недостаточно прав',
      },
      {
        ...common,
        kind: 'refusal',
        request: expect.any(String),
        who: null,
        method: 'POST',
        status: 403,
        path: '/login',
        reason: 'Запрос с чужого сайта отклонён',
      },
      {
        ...common,
        kind: 'refusal',
        request: expect.any(String),
        who: 'admin',
        method: 'GET',
        status: 403,
        on_behalf_of: 'client-1001',
        path: '/ldvknf/posts/export.csv',
        reason: 'Экспорт запрещён для вашей учётной записи',
      },
    ]);
    const written = [...lines.filter(({ kind }) => kind === 'record'), ...ofCommand];
    expect(written.length).toBe(25);
    expect(written).toEqual(
      records.toReversed().map((record: Record<string, unknown>) => ({
        audit: 1,
        kind: 'record',
        record: record.RecordID,
        at: record.At,
        who: record.Who,
        action: record.Action,
        object: record.Object,
        address: record.Address,
        batch: null,
        on_behalf_of: readNullable(record.OnBehalfOf),
      })),
    );
  });
});

describe('metrics', () => {
  test('are off by default', async () => {
    const { app } = createTestConsole({ apiUrl: 'http://127.0.0.1:9' });
    expect((await request(app).get('/metrics')).status).toBe(404);
  });

  test.each([
    ['slow', 'hang', 'timeout', 'timeout'],
    ['restarting', 'reset', 'unavailable', 'unavailable'],
    ['in the middle of a reply', 'truncated', 'unavailable', 'unavailable'],
    // Replies to visitors are passed on unread.
    ['answering rubbish', 'garbage', 'unreadable', 'ok'],
    ['redirecting', 'status 302', 'unreadable', 'unreadable'],
    ['failing', 'status 500', 'fault', 'fault'],
  ] as const)('name a backend that is %s: «%s» is %s for pages and %s for visitors', async (_, how, own, proxied) => {
    const backend = await startStandIn();
    const environment = { METRICS: 'on', API_TIMEOUT_MS: '300' };
    const { app } = createTestConsole({ apiUrl: backend.url, environment });
    const visitor = createVisitor(app);
    const count = async (outcome: string): Promise<number> => {
      const { text } = await request(app).get('/metrics');
      const series = `console_backend_call_duration_seconds_count{outcome="${outcome}"} `;
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.slice(series.length) ?? 0,
      );
    };
    await signInAsAdmin(visitor);
    backend.misbehave(how, '/vknf/words');
    const before = { own: await count(own), proxied: await count(proxied) };
    await visitor.get('/ldvknf/words');
    expect(await count(own)).toBeGreaterThan(before.own);
    before.proxied = await count(proxied);
    await visitor.get('/api/v1/vknf/words').catch(() => {});
    while ((await count(proxied)) === before.proxied) await new Promise(setImmediate);
    await backend.close();
  });

  test('are served only below BASE_PATH when it is set', async () => {
    const { app } = createTestConsole({
      apiUrl: 'http://127.0.0.1:9',
      environment: { METRICS: 'on', BASE_PATH: '/monitor' },
    });
    expect((await request(app).get('/monitor/metrics')).text).toContain('console_request_duration_seconds');
    expect((await request(app).get('/metrics')).status).toBe(404);
  });

  test.each(['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP'])(
    'are not served to a request that a proxy has passed on with %s',
    async (header) => {
      const { app } = createTestConsole({ apiUrl: 'http://127.0.0.1:9', environment: { METRICS: 'on' } });
      expect((await request(app).get('/metrics')).status).toBe(200);
      expect((await request(app).get('/metrics').set(header, '')).status).toBe(404);
      expect((await request(app).get('/metrics').set(header, 'for=203.0.113.7')).status).toBe(404);
    },
  );
});

describe('an unprivileged process that can write only its data', () => {
  const { folder, remove } = makeTemporaryFolder();
  const node = path.join(folder, 'node');
  const isRoot = process.getuid?.() === 0;
  /** Root switches to the user nobody; any other user is unprivileged already. */
  const command = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', node] : [node];

  beforeAll(() => {
    cpSync(process.execPath, node);
    cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true });
    cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
    for (const name of ['data', 'closed']) mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, 'password'), `${adminAccount.password}\n`);
    writeFileSync(path.join(folder, 'secret'), `${'test-secret-'.repeat(4)}\n`);
    if (isRoot) chownSync(path.join(folder, 'data'), 65_534, 65_534);
    chmodSync(folder, 0o555);
    chmodSync(path.join(folder, 'closed'), 0o555);
  });
  afterAll(() => {
    chmodSync(folder, 0o755);
    remove();
  });

  const start = (dataDir: string) =>
    startServerProcess(
      'main.js',
      {
        PATH: process.env.PATH ?? '',
        PORT: '0',
        DATA_DIR: path.join(folder, dataDir),
        ADMIN_PASSWORD_FILE: path.join(folder, 'password'),
        SESSION_SECRET_FILE: path.join(folder, 'secret'),
      },
      { folder: path.join(folder, 'dist/server'), command },
    );

  test('serves with secrets from files, keeps its data, and exits with 0', async () => {
    const server = await start('data');
    const admin = await signIn(server.url, adminAccount.password);
    expect((await admin.get('/ldvknf/words')).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(readdirSync(path.join(folder, 'data')).sort()).toEqual([databaseFileName]);
  });

  test('[16] exits with one line that names the folder when it is not writable', async () => {
    await expect(start('closed')).rejects.toThrow(/\n[^\n]*closed\S* [^\n]*writ[^\n]*$/);
  });
});

describe('[16] the embedded database', () => {
  test('of a newer version stops the start with one line and is not changed', async () => {
    const { folder, remove } = makeTemporaryFolder();
    const file = path.join(folder, databaseFileName);
    const newer = new DatabaseSync(file);
    newer.exec('CREATE TABLE of_tomorrow (id); PRAGMA user_version = 9999');
    newer.close();
    const { code, lines } = await runToEnd('main.js', { DATA_DIR: folder, PORT: '0' });
    expect(code).toBe(1);
    expect(lines.at(-1)).toMatch(/newer version .* start the newer program/);
    expect(lines.filter((line) => !line.startsWith('{'))).toHaveLength(1);
    const after = new DatabaseSync(file, { readOnly: true });
    expect(after.prepare('PRAGMA user_version').get()?.user_version).toBe(9999);
    expect(after.prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE type = 'table'").get()?.tables).toBe(1);
    after.close();
    remove();
  });
});
