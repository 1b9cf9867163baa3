/** The last line and the exit code of `npm test`, which programs read. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTemporaryFolder } from '../support/server-process.ts';

const root = path.join(import.meta.dirname, '../..');

/** Runs scripts/test.ts on the given test files. */
function runTests(files: Record<string, string>): { code: number | null; lastLine: string | undefined } {
  const { folder: rootDir, remove: removeTests } = makeTemporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(rootDir, name), text);
  const config = JSON.stringify({ rootDir, transform: {} });
  const { NODE_OPTIONS, JEST_WORKER_ID, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', '--config', config], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  removeTests();
  return { code: status, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

const passing = "test('passes', () => { expect(1).toBe(1); });";
const failing = "test('fails', () => { expect(1).toBe(2); });";

test.each([
  ['all pass', { 'a.test.cjs': passing, 'b.test.cjs': passing }, { code: 0, lastLine: '2 passed, 0 failed' }],
  ['one fails', { 'a.test.cjs': passing, 'b.test.cjs': failing }, { code: 1, lastLine: '1 passed, 1 failed' }],
  ['a file cannot run', { 'a.test.cjs': passing, 'b.test.cjs': '(' }, { code: 1, lastLine: '1 passed, 1 failed' }],
  ['there is no test', {}, { code: 1, lastLine: '0 passed, 1 failed' }],
])('when %s, the last line has the counts and the exit code matches', (_circumstance, files, expected) => {
  expect(runTests(files)).toEqual(expected);
});
