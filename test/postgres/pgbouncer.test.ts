/** PgBouncer between the service and PostgreSQL, where Debian's package is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { nobody } from '../support/postgres-server.ts';
import { testDatabaseUrl } from '../support/test-store.ts';

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-pgbouncer-'));
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(folder, { recursive: true });
});

/** Returns the address of the test database behind it. */
async function startPooler(mode: string): Promise<string> {
  const url = new URL(testDatabaseUrl());
  const own = path.join(folder, mode);
  mkdirSync(own);
  chmodSync(folder, 0o755);
  const database = url.pathname.slice(1);
  const port = url.port || '5432';
  writeFileSync(
    path.join(own, 'pgbouncer.ini'),
    `[databases]
${database} = host=${decodeURIComponent(url.hostname)} port=${port} user=${url.username}
[pgbouncer]
listen_port = 6432
unix_socket_dir = ${own}
auth_type = any
pool_mode = ${mode}
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(own, nobody.uid, nobody.gid);
  running.push(spawn('pgbouncer', ['-q', path.join(own, 'pgbouncer.ini')], { stdio: 'ignore', ...(isRoot && nobody) }));
  while (!existsSync(path.join(own, '.s.PGSQL.6432'))) await pause(20);
  return `postgres://${url.username}@${encodeURIComponent(own)}:6432/${database}`;
}

(isInstalled ? test : test.skip)(
  'the service works behind PgBouncer with pool_mode=session, and with transaction the start names the remedy',
  async () => {
    const options = { replicaFolder: path.join(folder, 'data'), connections: 2 };
    const store = await openPostgresStore(await startPooler('session'), options);
    expect(await store.users.list()).toEqual([]);
    await store.close();
    await expect(openPostgresStore(await startPooler('transaction'), options)).rejects.toThrow(
      /^The pooler at .+ shares sessions\. Set pool_mode=session in PgBouncer, or connect to the server itself\.$/,
    );
  },
);
