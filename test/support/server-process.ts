/** Starts bundles of `dist/server` as real processes, on a free port and without the test's environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const serverFolder = path.join(import.meta.dirname, '../../dist/server');

export type Environment = Record<string, string>;

const { NODE_COMPILE_CACHE } = process.env;
/** The variable by which processes of a test start with the code that earlier ones have compiled. */
export const compileCache: Environment = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
const baseEnvironment = { PATH: path.dirname(process.execPath), NODE_ENV: 'production', ...compileCache };

/** `logs` are the lines of both output streams, oldest first. */
export type ServerProcess = {
  url: string;
  port: number;
  logs: string[];
  /** Sends the signal (default SIGTERM), waits for the exit, and returns its code, or null after a signal. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Pauses or resumes reading standard output. */
  pauseLog: (isPaused: boolean) => void;
  /** Closes the reading ends of both output streams. */
  closeLog: () => void;
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

/** Starts a bundle with `command`, and waits until it listens. Throws with its output if it exits earlier. */
export async function startServerProcess(
  file: string,
  environment: Environment,
  { folder = serverFolder, command = [process.execPath] }: { folder?: string; command?: string[] } = {},
): Promise<ServerProcess> {
  const script = path.join(folder, file);
  if (!existsSync(script)) throw new Error(`${script} is missing: npm run build`);
  const [program = process.execPath, ...rest] = command;
  const child = spawn(program, [...rest, script], {
    env: { ...baseEnvironment, ...environment },
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
  const pauseLog = (isPaused: boolean) => void (isPaused ? child.stdout?.pause() : child.stdout?.resume());
  const closeLog = () => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, port, logs, stop, pauseLog, closeLog };
}

/** Starts a bundle as a process that the test must end. */
export const startBundle = (file: string, environment: Environment, ...options: string[]) =>
  spawn(process.execPath, [path.join(serverFolder, file), ...options], { env: { ...baseEnvironment, ...environment } });

/** Runs a command's bundle until it exits. `input` is its standard input; its errors come last in `output`. */
export async function runCommand(
  file: string,
  options: string[],
  { environment = {}, input = '' }: { environment?: Environment; input?: string } = {},
): Promise<{ code: number | null; output: string }> {
  const child = startBundle(file, environment, ...options);
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output: output + errors };
}

/** Runs a bundle until it exits and returns its exit code and output. */
export async function runToEnd(
  file: string,
  environment: Environment,
  ...options: string[]
): Promise<{ code: number | null; lines: string[] }> {
  const child = startBundle(file, environment, ...options);
  const lines: string[] = [];
  await Promise.all([once(child, 'exit'), collectLines(child, (line) => lines.push(line))]);
  return { code: child.exitCode, lines };
}

export function makeTemporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
