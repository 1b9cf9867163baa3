/** `npm run dev`: builds for development and restarts the console on every change of the sources. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { buildIfChanged, root } from './build.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { startNetwork } from './demo/start-network.ts';
import { demoAccounts } from './demo/world/accounts.ts';
import { watchFolders } from './dev/watch-folders.ts';

const outDir = path.join(root, 'dist-development');
const environment = {
  NODE_ENV: 'development',
  DATA_DIR: path.join(root, 'data/demo'),
  DEMO_DATA: '1',
  ADMIN_PASSWORD: demoAccounts.admin.password,
  ...(await startNetwork(Number(process.env.PORT ?? 3000))),
  ...process.env,
};

let server: ChildProcess | null = null;

async function stopServer(): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function restart(): Promise<void> {
  try {
    await buildIfChanged({ mode: 'development', outDir });
    if (server === null) await seedDemo(outDir, environment);
  } catch {
    return;
  }
  await stopServer();
  server = spawn(process.execPath, [path.join(outDir, 'server/main.js')], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  });
}

/** Runs one restart at a time; changes during a restart cause exactly one more. */
let running = false;
let wanted = false;
async function restartWhenWanted(): Promise<void> {
  wanted = true;
  if (running) return;
  running = true;
  while (wanted) {
    wanted = false;
    await restart();
  }
  running = false;
}

const watcher = watchFolders(root, ['client', 'server', 'shared'], restartWhenWanted);

let ending = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    watcher.close();
    await stopServer();
    process.exit(0);
  });
}
await restartWhenWanted();
