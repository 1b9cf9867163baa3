/** Starts the measured servers, each in its own process that reports its memory and CPU time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { demoAccounts } from '../../server/backend/demo/fill-demo.ts';
import { authPaths } from '../../shared/api/auth.ts';
import { apiBase } from '../../shared/api/call.ts';
import type { UserType } from '../../shared/roles.ts';
import { dist } from '../build.ts';
import { nodeFlags } from '../node-flags.ts';

/** Signs in to a console or a backend. Returns the cookies of the session. */
export async function signIn(url: string, type: UserType, account: Record<string, string>): Promise<string> {
  const response = await fetch(url + apiBase + authPaths.login[type], {
    method: 'POST',
    headers: { Origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(`The sign-in returned ${response.status}`);
  const lines = response.headers.getSetCookie();
  return lines.map((line) => line.split(';')[0]).join('; ');
}

/** Resident memory in bytes, CPU time since the start in milliseconds. */
type Usage = { rss: number; cpu: number };

export type BenchServer = { url: string; usage: () => Promise<Usage>; stop: () => Promise<void> };

const usageModule = path.join(import.meta.dirname, 'report-usage.ts');

/** Waits for the JSON log line that reports the port. */
async function readPort(child: ChildProcess): Promise<number> {
  const exit = once(child, 'exit').then(() => {
    throw new Error(`${child.spawnargs.at(-1)} ended at its start`);
  });
  const listening = new Promise<number>((resolve) => {
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, port] = /"port":(\d+)\b.*"msg":"listening"/.exec(line) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
  });
  return Promise.race([listening, exit]);
}

type ServerOptions = {
  environment: Record<string, string>;
  /** Flags of Node. */
  flags?: readonly string[];
};

async function startServer(script: string, options: ServerOptions): Promise<BenchServer> {
  const { environment, flags = [] } = options;
  const child = spawn(process.execPath, [...flags, '--import', usageModule, script], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${await readPort(child)}`;
  return {
    url,
    async usage() {
      child.send('usage');
      const [{ rss, cpu }] = (await once(child, 'message')) as [{ rss: number; cpu: NodeJS.CpuUsage }];
      return { rss, cpu: (cpu.user + cpu.system) / 1000 };
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** The built console with the embedded backend in its process, on the data of the folder. */
export const startEmbeddedConsole = (folder: string, environment: Record<string, string> = {}): Promise<BenchServer> =>
  startServer(path.join(dist, 'server', 'main.js'), {
    environment: {
      DATA_DIR: folder,
      ADMIN_USERNAME: demoAccounts.admin.username,
      ADMIN_PASSWORD: demoAccounts.admin.password,
      ...environment,
    },
    flags: nodeFlags,
  });
