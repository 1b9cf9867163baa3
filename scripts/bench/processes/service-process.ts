/** A backend, or the whole service, in a process that is killed with SIGKILL and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The build must exist. */
const bundles = path.join(import.meta.dirname, '../../../dist/server');

export type ServiceProcess = {
  name: string;
  /** The origin of its API; null until it listens. */
  url(): string | null;
  /** Error lines of its log. */
  errors: string[];
  /** Resolves when it has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
};

/** Faults that a kill of another process causes nowhere: they are bugs. */
const isError = (line: string): boolean => /"level":(50|60)/.test(line) || !line.startsWith('{');

export function createServiceProcess(
  name: string,
  environment: Record<string, string>,
  bundle: 'backend.js' | 'main.js' = 'backend.js',
): ServiceProcess {
  let child: ChildProcess | null = null;
  let url: string | null = null;
  const errors: string[] = [];

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [path.join(bundles, bundle)], {
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const listening = Promise.withResolvers<void>();
    for (const input of [started.stdout, started.stderr]) {
      createInterface({ input }).on('line', (line) => {
        if (isError(line)) errors.push(line);
        const [, port] = /"port":(\d+),.*"msg":"listening"/.exec(line) ?? [];
        if (port === undefined) return;
        url = `http://127.0.0.1:${port}`;
        listening.resolve();
      });
    }
    await Promise.race([listening.promise, once(started, 'exit')]);
  }

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    url = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  return {
    name,
    url: () => url,
    errors,
    start,
    kill,
  };
}
