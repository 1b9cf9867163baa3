/** Installs, builds and starts the peers: the same two pages made with plain Express, Next.js and Astro. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { buildServer } from '../../build/server.ts';
import { root } from '../../build.ts';
import type { ConsoleSetup } from '../console-setup.ts';
import type { BenchServer } from '../servers.ts';

const sources = import.meta.dirname;
const outDir = path.join(root, 'data/bench/peers');

function run(cwd: string, command: string, ...args: string[]) {
  const env = {
    ...process.env,
    // npm's own Node may be older than the frameworks require.
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  const { status } = spawnSync(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed in ${cwd}`);
}

/** Copies a framework's peer out of the project and installs its packages there. Returns its folder. */
function install(name: string, sharedFolder: string): string {
  const folder = path.join(outDir, name);
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(sources, name), folder, { recursive: true });
  cpSync(path.join(sources, 'shared'), path.join(folder, sharedFolder), { recursive: true });
  const wanted = readFileSync(path.join(folder, 'package.json'), 'utf8');
  const stamp = path.join(folder, 'node_modules/.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return folder;
  console.error(`installing ${name}, once…`);
  run(folder, 'npm', 'install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error');
  writeFileSync(stamp, wanted);
  return folder;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

async function startExpress({ replay, start }: ConsoleSetup): Promise<BenchServer> {
  const entries = { express: 'scripts/bench/peers/express/server.tsx' };
  await buildServer({ root, outDir, mode: 'production' }, entries);
  const environment = { API_URL: replay.url, STYLES: path.join(sources, 'shared/peers.css') };
  return start(path.join(outDir, 'server/express.js'), { environment });
}

async function startNext({ replay, start }: ConsoleSetup): Promise<BenchServer> {
  const cwd = install('next', 'shared');
  const bin = path.join(cwd, 'node_modules/next/dist/bin/next');
  // Next.js writes the rewrites of the build, and with them the backend's address, into its output.
  process.env.API_URL = replay.url;
  run(cwd, process.execPath, bin, 'build');
  const port = await freePort();
  const args = ['start', '-H', '127.0.0.1', '-p', String(port)];
  return start(bin, { environment: { API_URL: replay.url }, args, cwd, port });
}

async function startAstro({ replay, start }: ConsoleSetup): Promise<BenchServer> {
  const cwd = install('astro', 'src/shared');
  run(cwd, process.execPath, path.join(cwd, 'node_modules/astro/bin/astro.mjs'), 'build');
  return start(path.join(cwd, 'server.mjs'), { environment: { API_URL: replay.url }, cwd, port: await freePort() });
}

export type Targets = { console: BenchServer; express: BenchServer; next: BenchServer; astro: BenchServer };

export async function startPeers(setup: ConsoleSetup): Promise<Targets> {
  return {
    console: setup.console,
    express: await startExpress(setup),
    next: await startNext(setup),
    astro: await startAstro(setup),
  };
}
