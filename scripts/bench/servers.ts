/** Starts the measured servers, each in its own process that reports its memory and CPU time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** Resident memory in bytes, CPU time since the start in milliseconds. */
export type Usage = { rss: number; cpu: number };

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

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** For servers that do not log their port in the console's format: waits until the given port accepts connections. */
async function waitForPort(child: ChildProcess, port: number): Promise<number> {
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.at(-1)} ended at its start`);
    await wait(100);
  }
  return port;
}

export type ServerOptions = {
  environment: Record<string, string>;
  /** Flags of Node. */
  flags?: readonly string[];
  /** Arguments of the script. */
  args?: readonly string[];
  cwd?: string;
  /** Required for a server that does not log its port in the console's format. */
  port?: number;
};

export async function startServer(script: string, options: ServerOptions): Promise<BenchServer> {
  const { environment, flags = [], args = [], cwd, port } = options;
  const child = spawn(process.execPath, [...flags, '--import', usageModule, script, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port ?? 0),
      ...environment,
    },
    stdio: ['ignore', port === undefined ? 'pipe' : 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${await (port === undefined ? readPort(child) : waitForPort(child, port))}`;
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
