/** Starts bundles of `dist/server` as the real processes that people run, on a free port and with nothing of our environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const serverFolder = path.join(import.meta.dirname, '../../dist/server');

export type Environment = Record<string, string>;

/** `logs` holds the lines that the process has written, both streams, oldest first. */
export type ServerProcess = {
  url: string;
  port: number;
  logs: string[];
  /** Sends the signal (SIGTERM when none is given) and waits for the end; gives the exit code, null when a signal ended it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

type Listening = { msg: 'listening'; port: number };

function readListening(line: string): Listening | null {
  try {
    const entry = JSON.parse(line);
    return entry.msg === 'listening' && typeof entry.port === 'number' ? entry : null;
  } catch {
    return null;
  }
}

/** Collects the lines of both streams and resolves when both have ended. */
function collectLines(child: ChildProcess, onLine: (line: string) => void): Promise<unknown> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  return Promise.all(
    streams.map((input) => {
      const lines = createInterface({ input });
      lines.on('line', onLine);
      return once(lines, 'close');
    }),
  );
}

/** Starts a bundle (`command` is what runs it) and waits until it listens. Throws with what it wrote when it ends before. */
export async function startServerProcess(
  file: string,
  environment: Environment,
  { folder = serverFolder, command = [process.execPath] }: { folder?: string; command?: string[] } = {},
): Promise<ServerProcess> {
  const script = path.join(folder, file);
  if (!existsSync(script)) throw new Error(`${script} is missing: npm run build`);
  const [program = process.execPath, ...rest] = command;
  const child = spawn(program, [...rest, script], {
    env: { PATH: path.dirname(process.execPath), NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const logs: string[] = [];
  const exit = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    const ended = collectLines(child, (line) => {
      logs.push(line);
      const listening = readListening(line);
      if (listening) resolve(listening.port);
    });
    Promise.all([exit, ended]).then(() => reject(new Error(`${file} ended at its start:\n${logs.join('\n')}`)), reject);
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exit;
    return child.exitCode;
  };
  return { url: `http://127.0.0.1:${port}`, port, logs, stop };
}

/** Runs a bundle that is expected to end by itself, and gives its exit code and what it wrote. */
export async function runToEnd(
  file: string,
  environment: Environment,
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [path.join(serverFolder, file)], {
    env: { PATH: path.dirname(process.execPath), NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  await Promise.all([once(child, 'exit'), collectLines(child, (line) => lines.push(line))]);
  return { code: child.exitCode, lines };
}

/** A folder for one test's files, and what removes it. */
export function makeTemporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
