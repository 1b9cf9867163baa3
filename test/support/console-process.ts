/** The console as it runs in production, on its embedded backend or in front of a separate backend process. */
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { demoAccounts } from '../../scripts/demo/world/accounts.ts';
import { openStore } from '../../server/backend/open-store.ts';
import { backupDatabase } from '../../server/backend/store/sqlite/backup.ts';
import { databaseFileName } from '../../server/backend/store/sqlite/database.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import { placeMigratedDatabase } from './migrated-database.ts';
import { findOrPromise, share } from './run-files.ts';
import {
  type Environment,
  makeTemporaryFolder,
  runCommand,
  type ServerProcess,
  startServerProcess,
} from './server-process.ts';

export const adminAccount = { type: 'admin', name: 'admin', password: 'admin-password-1' } as const;

export type RunningConsole = Pick<ServerProcess, 'pauseLog' | 'closeLog'> & {
  url: string;
  port: number;
  /** The folder of the embedded database. */
  dataDir: string;
  /** Log lines of the console since its last start. */
  logs: () => string[];
  /** Stops the console by SIGTERM and starts it on the same port and data. */
  restart: () => Promise<void>;
  /** Stops the console, keeps its data, and returns the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Stops everything and removes the data. */
  close: () => Promise<void>;
};

const common = (dataDir: string): Environment => ({
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  ADMIN_USERNAME: adminAccount.name,
  ADMIN_PASSWORD: adminAccount.password,
});

async function runConsole(
  start: (port: number) => Promise<ServerProcess>,
  dataDir: string,
  closeRest: () => Promise<void>,
): Promise<RunningConsole> {
  let server = await start(0).catch(async (error) => {
    await closeRest();
    throw error;
  });
  const { url, port } = server;
  return {
    url,
    port,
    dataDir,
    logs: () => server.logs,
    pauseLog: (isPaused) => server.pauseLog(isPaused),
    closeLog: () => server.closeLog(),
    stop: (signal) => server.stop(signal),
    restart: async () => {
      await server.stop();
      server = await start(port);
    },
    close: async () => {
      await server.stop();
      await closeRest();
    },
  };
}

/** The console on its embedded backend. The first start creates the database and the administrator. */
export async function startEmptyConsole(environment: Environment = {}): Promise<RunningConsole> {
  const { folder, remove } = makeTemporaryFolder();
  return startOn(folder, remove, environment);
}

/** Creates a database with the administrator, whose password is verified faster than in production. */
async function prepareDatabase(folder: string): Promise<void> {
  const file = path.join(folder, databaseFileName);
  placeMigratedDatabase(file);
  const store = openStore(file);
  await store.administrators.createFirst(adminAccount.name, await hashPassword(adminAccount.password), Date.now());
  await store.close();
}

/** The console on its embedded backend, with only an administrator. */
export async function startConsole(environment: Environment = {}): Promise<RunningConsole> {
  const { folder, remove } = makeTemporaryFolder();
  await prepareDatabase(folder);
  return startOn(folder, remove, environment);
}

function startOn(folder: string, remove: () => void, environment: Environment): Promise<RunningConsole> {
  const start = (port: number) =>
    startServerProcess('main.js', { ...common(folder), PORT: String(port), ...environment });
  return runConsole(start, folder, async () => remove());
}

const demoName = 'demo.sqlite';

/**
 * For the hook that starts the demo, in milliseconds: a busy machine needs longer than the limit of tests to compute the data.
 */
export const demoStartLimitMs = 600_000;

/** Shares a copy of the database, in which passwords are verified faster than in production. */
async function shareDemo(file: string): Promise<void> {
  const clients = await Promise.all(
    demoAccounts.clients.map(async ({ client_id: id, password }) => ({ id, hash: await hashPassword(password) })),
  );
  share(demoName, (name) => {
    backupDatabase(file, name);
    const copy = new DatabaseSync(name);
    const setHash = copy.prepare('UPDATE clients SET password_hash = ? WHERE client_id = ?');
    for (const { id, hash } of clients) setHash.run(hash, id);
    copy.close();
  });
}

/** The console with demo data, which only the first test of a run computes. */
export async function startDemoConsole(): Promise<RunningConsole> {
  const { folder, remove } = makeTemporaryFolder();
  const file = path.join(folder, databaseFileName);
  const shared = await findOrPromise(demoName);
  if (shared) copyFileSync(shared, file);
  else {
    await prepareDatabase(folder);
    const { code, output } = await runCommand('seed.js', ['--demo'], { environment: { DATA_DIR: folder } });
    if (code !== 0) throw new Error(output);
    await shareDemo(file);
  }
  return startOn(folder, remove, {});
}

/** The console in front of a running backend, such as the stand-in, on a free port. */
export const startConsoleInFrontOf = (apiUrl: string, environment: Environment = {}): Promise<ServerProcess> =>
  startServerProcess('main.js', {
    PORT: '0',
    API_URL: apiUrl,
    SESSION_SECRET: 'a-secret-of-the-tests-that-is-long-enough',
    ...environment,
  });

export type RunningPair = RunningConsole & {
  /** The backend can be stopped and started again on the same port. */
  backend: { url: string; stop: () => Promise<number | null>; start: () => Promise<void> };
};

/** The console in front of a stand-alone backend (API_URL). */
export async function startConsoleWithBackend(environment: Environment = {}): Promise<RunningPair> {
  const { folder, remove } = makeTemporaryFolder();
  const startBackend = (port: number) =>
    startServerProcess('backend.js', { ...common(folder), PORT: String(port), ...environment });
  let backend = await startBackend(0);
  const start = (port: number) =>
    startConsoleInFrontOf(backend.url, { HOST: '127.0.0.1', PORT: String(port), ...environment });
  const running = await runConsole(start, folder, async () => {
    await backend.stop();
    remove();
  });
  return {
    ...running,
    backend: {
      url: backend.url,
      stop: () => backend.stop(),
      start: async () => {
        backend = await startBackend(backend.port);
      },
    },
  };
}
