/** Starts the measured servers: fixed data, the embedded backend on it, and the built console in front. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { seedLoadTest } from '../../server/backend/demo/load-test.ts';
import { openConfiguredStore } from '../../server/backend/open-store.ts';
import { buildIfChanged, dist, root } from '../build.ts';
import { nodeFlags } from '../node-flags.ts';
import { type BenchServer, type ServerOptions, startServer } from './servers.ts';
import { signIn } from './sign-in.ts';

const { admin } = demoAccounts;

export type ConsoleSetup = {
  /** The console in front of the real backend. */
  real: BenchServer;
  /** The console in front of the replay backend, which excludes the time of the real one. */
  console: BenchServer;
  /** The administrator's session, valid at each of them. */
  cookie: string;
  stop: () => Promise<void>;
};

export type DataSize = { phrases: number; posts: number };

/** Seeds under another name first, so that an interrupted seed is never taken for a complete one. */
async function prepareData({ phrases, posts }: DataSize): Promise<string> {
  const folder = path.join(root, 'data/bench', `console-${phrases}-${posts}`);
  if (existsSync(folder)) return folder;
  console.error(`seeding ${phrases} phrases and ${posts} posts, once…`);
  const unfinished = `${folder}-${process.pid}`;
  await seedLoadTest(
    () => openConfiguredStore({ DATA_DIR: unfinished }, { bulk: true }),
    { posts, phrases, clients: 100 },
    () => {},
  );
  renameSync(unfinished, folder);
  return folder;
}

async function setUpConsole(size: DataSize): Promise<ConsoleSetup> {
  const [data] = await Promise.all([prepareData(size), buildIfChanged({ mode: 'production' })]);
  const started: BenchServer[] = [];
  const start = async (script: string, options: ServerOptions) => {
    const server = await startServer(script, options);
    started.push(server);
    return server;
  };
  const stop = async () => {
    for (const server of started.splice(0).reverse()) await server.stop();
  };
  const startConsole = (apiUrl: string) => {
    const environment = { API_URL: apiUrl, SESSION_SECRET: 'the-secret-of-the-bench-is-no-secret' };
    return start(path.join(dist, 'server', 'main.js'), { environment, flags: nodeFlags });
  };
  try {
    const account = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password };
    const backend = await start(path.join(dist, 'server', 'backend.js'), {
      environment: { DATA_DIR: data, ...account },
    });
    const replay = await start(path.join(import.meta.dirname, 'replay-backend.ts'), {
      environment: { BACKEND_URL: backend.url },
    });
    const real = await startConsole(backend.url);
    const measured = await startConsole(replay.url);
    return { real, console: measured, cookie: await signIn(real.url, 'admin', admin), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs `act` on a fresh set-up and always stops all its servers. */
export async function withConsole(size: DataSize, act: (setup: ConsoleSetup) => Promise<void>): Promise<void> {
  const setup = await setUpConsole(size);
  try {
    await act(setup);
  } finally {
    await setup.stop();
  }
}
