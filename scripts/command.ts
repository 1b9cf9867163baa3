/** Shared code of the operators' commands. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';
import { openConfiguredStore, readStoreSettings } from '../server/backend/open-store.ts';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import type { Store } from '../server/backend/store/store.ts';
import { readSetting } from '../server/platform/settings.ts';

/** Prints the message of an error. The exit code is 1 after an error, and if `work` resolves with false. */
export async function runCommand(work: () => Promise<unknown>): Promise<void> {
  try {
    if ((await work()) === false) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** The SQLite database of DATA_DIR. Throws when PostgreSQL is configured; `tools`: the advice for that case. */
export function sqliteDatabase(tools: string): string {
  if (readSetting('DATABASE_URL', process.env) !== null) throw new Error(`DATABASE_URL is set: ${tools}`);
  return path.join(readSetting('DATA_DIR', process.env), databaseFileName);
}

/**
 * Opens the database of a service that has been started before, for commands that may run at the same time. `dataDir` replaces
 * DATA_DIR. Throws when there is no database, and for a fault of its disk or server; the message has the remedy.
 */
export async function withStore<T>(dataDir: string | undefined, work: (store: Store) => Promise<T>): Promise<T> {
  const settings = readStoreSettings(process.env, dataDir);
  const database = path.join(settings.DATA_DIR, databaseFileName);
  if (settings.DATABASE_URL === null && !existsSync(database))
    throw new Error(`There is no database ${database}: start the service once, or set DATA_DIR or DATABASE_URL`);
  return closing(await openConfiguredStore(settings), work);
}

/** Closes the store after the work. Throws the message of a fault of its disk or server, with the remedy. */
export async function closing<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } catch (error) {
    const fault = store.faultOf(error);
    throw fault === null ? error : new Error(fault, { cause: error });
  } finally {
    await store.close();
  }
}

/** Ends lines at line feeds alone. `readline` also ends them at U+2028 and U+2029, which texts in JSON may contain. */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    rest += chunk;
    if (!chunk.includes('\n')) continue;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Returns the next line of standard input, without echo on a terminal, or '' at its end. A terminal shows the question first;
 * Ctrl+C and Ctrl+D throw.
 */
export async function readHiddenLine(question: string): Promise<string> {
  const { isTTY: terminal = false } = process.stdin;
  if (terminal) process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal });
  try {
    return await new Promise<string>((resolve, reject) => {
      // Windows editors begin a file with a byte order mark.
      lines.once('line', (line) => resolve(line.replace(/^\uFEFF/, '')));
      lines.once('SIGINT', () => lines.close());
      lines.once('close', () => (terminal ? reject(new Error('Cancelled: nothing has changed')) : resolve('')));
    });
  } finally {
    lines.close();
    if (terminal) process.stderr.write('\n');
  }
}

const barWidth = 30;

/**
 * Shows progress on a terminal, and prints nothing to a file or a pipe. `update` takes the amount done; `end` clears the line.
 */
export function createProgressBar(label: string, total: number) {
  const output = process.stderr;
  let shown = '';
  const print = (line: string) => {
    if (!output.isTTY || line === shown) return;
    shown = line;
    output.write(`\r\u001b[K${line}`);
  };
  return {
    update(done: number) {
      const part = total === 0 ? 1 : Math.min(1, done / total);
      const filled = Math.round(part * barWidth);
      print(`${label} [${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${Math.floor(part * 100)} %`);
    },
    end: () => print(''),
  };
}
