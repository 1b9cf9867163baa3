/** Built servers, each in its own process, which reports its memory and CPU time, and can be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { authPaths } from '../../shared/api/auth.ts';
import { apiBase } from '../../shared/api/call.ts';
import type { UserType } from '../../shared/roles.ts';
import { demoAccounts } from '../demo/world/accounts.ts';

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

/** The build must exist. */
const main = path.join(import.meta.dirname, '../../dist/server/main.js');
const { config } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'));
const usageModule = path.join(import.meta.dirname, 'report-usage.ts');

/** Whether a line reports an error. The kill of another process must never cause one, so each is a bug. */
const isError = (line: string): boolean => /"level":(50|60)/.test(line) || !line.startsWith('{');

export type ServerProcess = ReturnType<typeof createServerProcess>;

/** `descriptors`: the limit of open files of the server. */
export function createServerProcess(
  name: string,
  environment: Record<string, string>,
  { flags = [], descriptors }: { flags?: readonly string[]; descriptors?: number | undefined } = {},
) {
  let child: ChildProcess | null = null;
  let url: string | null = null;
  const errors: string[] = [];
  return {
    name,
    /** The origin of its API; null until it listens. */
    url: () => url,
    /** Error lines of its log. */
    errors,
    /** Resolves when it listens or has ended. */
    async start(): Promise<void> {
      const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
      const command = [process.execPath, ...flags, '--import', usageModule, main];
      const started = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
        env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...environment },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      child = started;
      const listening = Promise.withResolvers<void>();
      for (const input of [started.stdout, started.stderr]) {
        if (!input) continue;
        createInterface({ input }).on('line', (line) => {
          if (isError(line)) errors.push(line);
          const [, port] = /"port":(\d+)\b.*"msg":"listening"/.exec(line) ?? [];
          if (port === undefined) return;
          url = `http://127.0.0.1:${port}`;
          listening.resolve();
        });
      }
      await Promise.race([listening.promise, once(started, 'exit')]);
    },
    /** Resolves when it has ended. */
    async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      url = null;
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    },
    /** Resident memory in bytes, CPU time since the start in milliseconds. */
    async usage(): Promise<{ rss: number; cpu: number }> {
      if (child === null) throw new Error(`${name} does not run`);
      child.send('usage');
      const [{ rss, cpu }] = (await once(child, 'message')) as [{ rss: number; cpu: NodeJS.CpuUsage }];
      return { rss, cpu: (cpu.user + cpu.system) / 1000 };
    },
  };
}

export type BenchServer = Awaited<ReturnType<typeof startEmbeddedConsole>>;

/** The built console with the embedded backend in its process, on the data of the folder. */
export async function startEmbeddedConsole(folder: string, descriptors?: number) {
  const { username: ADMIN_USERNAME, password: ADMIN_PASSWORD } = demoAccounts.admin;
  const settings = { DATA_DIR: folder, ADMIN_USERNAME, ADMIN_PASSWORD };
  const server = createServerProcess('the console', settings, { flags: config.nodeFlags, descriptors });
  await server.start();
  const url = server.url();
  if (url === null) throw new Error(`The console ended at its start: ${server.errors.join('\n')}`);
  return { url, errors: server.errors, usage: server.usage, stop: () => server.kill('SIGTERM') };
}
