/** Starts the measured servers: fixed data, the embedded backend on it, and the built console in front. */
import path from 'node:path';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { buildIfChanged, dist } from '../build.ts';
import { nodeFlags } from '../node-flags.ts';
import { type DataSize, prepareFolder } from './backend-bench.ts';
import { type BenchServer, type ServerOptions, signIn, startServer } from './servers.ts';

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

async function setUpConsole(size: DataSize): Promise<ConsoleSetup> {
  const [data] = await Promise.all([prepareFolder(size), buildIfChanged({ mode: 'production' })]);
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
