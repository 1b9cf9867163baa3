/** The servers that the bench compares: each in a process of its own that tells what it uses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Bytes of resident memory, and milliseconds of processor time since the start. */
export type Usage = { rss: number; cpu: number };

export type BenchServer = { url: string; usage: () => Promise<Usage>; stop: () => Promise<void> };

const usageModule = path.join(import.meta.dirname, 'tell-usage.ts');

/** Every server says so on a line of JSON, as the console's log does. */
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

export async function startServer(
  script: string,
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<BenchServer> {
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
