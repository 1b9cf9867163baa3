import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { makeTemporaryFolder } from '../../test/support/server-process.ts';
import { readConfig } from './read-config.ts';
import { checkStart } from './start-checks.ts';

const { folder, remove } = makeTemporaryFolder();
afterAll(remove);

const silent = pino({ level: 'silent' });

async function listWarnings(environment: Record<string, string>): Promise<[string, string][]> {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  await checkStart(readConfig({ DATA_DIR: folder, PORT: '0' }), environment, logger);
  return lines.map((line) => JSON.parse(line)).map(({ variable, setting }) => [variable, setting]);
}

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

test('a folder that cannot be created is refused with a sentence', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const config = readConfig({ DATA_DIR: path.join(file, 'data'), PORT: '0' });
  await expect(checkStart(config, {}, silent)).rejects.toThrow(/^DATA_DIR .+ cannot be written \(ENOTDIR\)\. /);
});
