// Proves: security#statements
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { makeTemporaryFolder } from '../../test/support/server-process.ts';
import { readConfig } from './read-config.ts';
import { checkStart, warnOfPlainHttp, warnOfPlainMail } from './start-checks.ts';

const { folder, remove } = makeTemporaryFolder();
afterAll(remove);

const silent = pino({ level: 'silent' });
const loggerInto = (lines: string[]) => pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });

async function warningsOf(environment: Record<string, string>) {
  const lines: string[] = [];
  await checkStart(readConfig({ DATA_DIR: folder, PORT: '0' }), environment, loggerInto(lines));
  return lines.map((line) => JSON.parse(line));
}

const listWarnings = async (environment: Record<string, string>): Promise<[string, string][]> =>
  (await warningsOf(environment)).map(({ variable, setting }) => [variable, setting]);

test('variables that resemble a setting are reported', async () => {
  expect(await listWarnings({ SESION_SECRET: 'x', LOGLEVEL: 'x', ADMIN_PASWORD_FILE: 'x', BACKUP_DIRS: 'x' })).toEqual([
    ['SESION_SECRET', 'SESSION_SECRET'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['ADMIN_PASWORD_FILE', 'ADMIN_PASSWORD'],
    ['BACKUP_DIRS', 'BACKUP_DIR'],
  ]);
});

test('settings and the variables of other programs are not', async () => {
  const others = {
    SESSION_SECRET: 'x',
    ADMIN_PASSWORD_FILE: 'x',
    POST: 'x',
    HOSTNAME: 'x',
    NODE_OPTIONS: 'x',
    PGHOST: 'x',
  };
  expect(await listWarnings(others)).toEqual([]);
});

test('WEB_CONCURRENCY is ignored with one warning', async () => {
  const warnings = await warningsOf({ WEB_CONCURRENCY: '4' });
  expect(warnings).toMatchObject([{ msg: expect.stringMatching(/^WEB_CONCURRENCY is ignored/) }]);
});

test('a folder that cannot be created is refused with a sentence', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const config = readConfig({ DATA_DIR: path.join(file, 'data'), PORT: '0' });
  await expect(checkStart(config, {}, silent)).rejects.toThrow(/^DATA_DIR .+ cannot be written \(ENOTDIR\)\. /);
});

test.each([
  ['auto', true],
  ['off', true],
  ['on', false],
])('there is a warning about plain HTTP with COOKIE_SECURE=%s: %s', (COOKIE_SECURE, isWarned) => {
  const lines: string[] = [];
  warnOfPlainHttp(readConfig({ COOKIE_SECURE }), loggerInto(lines));
  expect(lines.map((line) => JSON.parse(line).msg.includes('plain HTTP'))).toEqual(isWarned ? [true] : []);
});

test.each([
  ['smtp://me:hunter2@mail:587', true],
  ['smtp://me:hunter2@mail:587?requireTLS=true', false],
  ['smtps://me:hunter2@mail', false],
  ['smtp://mail:25', false],
])('there is a warning about a mail password that may be sent in clear with SMTP_URL=%s: %s', (SMTP_URL, isWarned) => {
  const lines: string[] = [];
  const config = readConfig({ SMTP_URL, SMTP_FROM: 'a@example.ru', PUBLIC_URL: 'http://monitor' });
  warnOfPlainMail(config, loggerInto(lines));
  expect(lines.map((line) => JSON.parse(line).msg.includes('requireTLS'))).toEqual(isWarned ? [true] : []);
  expect(lines.join('')).not.toContain('hunter2');
});
