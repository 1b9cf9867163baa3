/** TLS to the database: needed and verified for hosts other than loopback, unless the address says otherwise. */
import { execFile } from 'node:child_process';
import dns from 'node:dns';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openPostgresStore } from '../../server/backend/open-store.ts';
import { openPool } from '../../server/backend/store/postgres/database.ts';
import { placeMigratedDatabase } from '../support/migrated-database.ts';
import { type Network, startNetwork } from '../support/network.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { writeSelfSigned } from '../support/self-signed.ts';
import { compileCache } from '../support/server-process.ts';

const run = promisify(execFile);
const script = path.join(import.meta.dirname, '../../scripts/migrate-store.ts');
const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-tls-'));
const files = writeSelfSigned(folder, 'db.example.test');
const trusted = `sslrootcert=${encodeURIComponent(files.certificate)}`;
let server: PostgresServer;
let client: pg.Client;
let withoutTls: Network;

/** Names of the server other than the names of loopback, for this process and for others. */
const { lookup } = dns;
dns.lookup = ((name: string, ...rest: unknown[]) =>
  Reflect.apply(lookup, dns, [name.replace(/.*\.example\.test$/, '127.0.0.1'), ...rest])) as typeof lookup;
const resolveNames = `--import=data:text/javascript,${encodeURIComponent(`import dns from 'node:dns';
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name.replace(/.*[.]example[.]test$/, '127.0.0.1'), ...rest);`)}`;

beforeAll(async () => {
  server = await startPostgres(files);
  client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE target');
  withoutTls = await startNetwork(decodeURIComponent(new URL(process.env.TEST_POSTGRES_URL ?? '').hostname));
});
afterAll(async () => {
  dns.lookup = lookup;
  withoutTls.close();
  await client.end();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const addressOf = (host: string, query = '', database = 'postgres') =>
  `postgres://ldvk@${host}:${server.port}/${database}?${query}`;

/** Whether the connection is encrypted, or the error of the start. */
async function connect(url: string): Promise<unknown> {
  const pool = openPool(url, 1);
  try {
    const row = await pool.row<{ ssl: boolean }>('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return row?.ssl;
  } catch {
    const error = await openPostgresStore(url, { replicaFolder: folder }).catch((fault: unknown) => fault);
    return (error as Error).message.replace(/^Cannot use the database \S+: /, '');
  } finally {
    await pool.close();
  }
}

const untrusted = expect.stringMatching(
  /^the certificate of PostgreSQL is not trusted\. Name its authority in sslrootcert/,
);
const otherHost = expect.stringMatching(/^the certificate of PostgreSQL is of another host, /);

test.each([
  ['a host is encrypted and verified', 'db.example.test', trusted, true],
  ['another name than the certificate’s is refused', 'other.example.test', trusted, otherHost],
  ['an unknown authority is refused', 'db.example.test', '', untrusted],
  ['require verifies, too', 'db.example.test', 'sslmode=require', untrusted],
  ['verify-full verifies the name', 'other.example.test', `sslmode=verify-full&${trusted}`, otherHost],
  ['verify-ca verifies the authority only', 'other.example.test', `sslmode=verify-ca&${trusted}`, true],
  ['disable turns TLS off', 'db.example.test', 'sslmode=disable', false],
  ['loopback needs no TLS', '127.0.0.1', '', false],
  ['loopback can have TLS', 'localhost', `sslmode=verify-ca&${trusted}`, true],
  ['the host of the query counts', 'localhost', `host=db.example.test&${trusted}`, true],
])('%s', async (_rule, host, query, expected) => {
  expect(await connect(addressOf(host, query))).toEqual(expected);
});

test('a socket has no TLS, whatever the address says', async () => {
  expect(await connect(`${server.url('postgres')}?sslmode=require`)).toBe(false);
});

test('a server without TLS is refused, with the remedy', async () => {
  const url = withoutTls.url('postgres').replace('127.0.0.1', 'db.example.test');
  expect(await connect(url)).toBe(
    'it has no TLS. Turn TLS on at the server, or add sslmode=disable to the address if others cannot read the network.',
  );
});

test('all connections of the service are encrypted, including connections to the read replica', async () => {
  const url = addressOf('db.example.test', trusted, 'target');
  const store = await openPostgresStore(url, { replicaFolder: folder, readUrl: url });
  while (await store.check().catch(() => true));
  const { rows } = await client.query(`SELECT bool_and(ssl) AS all, count(*)::int AS connections
    FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'ldvk-monitor'`);
  await store.close();
  expect(rows).toEqual([{ all: true, connections: expect.any(Number) }]);
  expect(rows[0].connections).toBeGreaterThan(1);
});

test('migrate-store trusts an authority of the machine, and refuses a target without it', async () => {
  await client.query('CREATE DATABASE migrated_to');
  const file = path.join(folder, 'source.sqlite');
  placeMigratedDatabase(file);
  const migrate = (environment: Record<string, string>, query: string) =>
    run(process.execPath, [script, '--from', file, '--to', addressOf('db.example.test', query, 'migrated_to')], {
      env: { ...compileCache, NODE_OPTIONS: resolveNames, ...environment },
    });
  const stderr = expect.stringContaining('the certificate of PostgreSQL is not trusted');
  await expect(migrate({}, '')).rejects.toMatchObject({ code: 1, stderr });
  await expect(migrate({}, 'sslmode=prefer')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^--to has an unknown sslmode: .+\n$/),
  });
  const { stdout } = await migrate({ NODE_EXTRA_CA_CERTS: files.certificate }, '');
  expect(stdout).toMatch(/both are equal\n$/);
});
