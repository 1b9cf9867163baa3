/** Copies on a schedule: when they are made, which ones are kept, and their upload to a real S3 server. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import S3rver from '@20minutes/s3rver';
import { pino } from 'pino';
import { runRound, startBackups } from '../../server/backend/jobs/backups.ts';
import { latestVersion } from '../../server/backend/store/sqlite/migrations.ts';
import { s3Address } from '../../server/platform/backup-settings.ts';
import { createFaultLog } from '../../server/platform/fault-log.ts';
import { readConfig } from '../../server/platform/read-config.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const hour = 60 * 60_000;
/** 15:00 in Moscow. */
const start = Date.parse('2026-03-01T12:00:00Z');
const day = 24 * hour;
const name = 'ldvk-2026-03-01T120000Z.sqlite';

const { folder: root, remove } = makeTemporaryFolder();
afterAll(remove);

let folder: string;
let database: string;
let folders = 0;

beforeEach(() => {
  folders += 1;
  folder = path.join(root, String(folders));
  mkdirSync(folder);
  database = path.join(root, `${folders}.sqlite`);
  const db = new DatabaseSync(database);
  db.exec(`CREATE TABLE texts (text); PRAGMA user_version = ${latestVersion()}`);
  db.prepare('INSERT INTO texts VALUES (?)').run(randomBytes(9_000_000));
  db.close();
});

const round = (now: number, change: Partial<Parameters<typeof runRound>[0]> = {}) =>
  runRound({ database, folder, keep: 2, s3: null, timeZone: 'Europe/Moscow', now, scheduled: true, ...change });

describe('a round', () => {
  test('makes one copy a night, which begins at 3 by the clock of the console', async () => {
    expect(await round(start)).toEqual({ file: path.join(folder, name), copied: true, uploaded: false });
    expect(await round(start + 11 * hour)).toMatchObject({ file: path.join(folder, name), copied: false });
    expect(await round(start + 12 * hour)).toMatchObject({ copied: true });
    expect(await round(start + 13 * hour, { scheduled: false })).toMatchObject({ copied: true });
  });

  test('keeps the newest copies and all other files, and removes what a crash has left', async () => {
    writeFileSync(path.join(folder, 'note.txt'), '');
    for (const suffix of ['', '-journal']) {
      const left = path.join(folder, `ldvk-2026-02-28T120000Z.sqlite.unfinished${suffix}`);
      writeFileSync(left, '');
      utimesSync(left, start / 1000 - 7200, start / 1000 - 7200);
    }
    for (const days of [0, 1, 2]) await round(start + days * day);
    expect(readdirSync(folder).sort()).toEqual([
      'ldvk-2026-03-02T120000Z.sqlite',
      'ldvk-2026-03-03T120000Z.sqlite',
      'note.txt',
    ]);
  });

  test('counts a copy from a clock that was ahead neither as the copy of the night nor as a newer one', async () => {
    await round(start + 365 * day);
    expect(await round(start, { keep: 1 })).toMatchObject({ copied: true });
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('of a damaged database fails, and keeps the earlier copies', async () => {
    await round(start);
    const bytes = readFileSync(database);
    bytes.fill(0x58, 4096, 8192);
    writeFileSync(database, bytes);
    await expect(round(start + day, { keep: 1 })).rejects.toThrow(/^Cannot write the backup .* malformed|damaged/);
    expect(readdirSync(folder)).toEqual([name]);
  });
});

describe('a disk of copies', () => {
  const disk = mountSmallDisk('size=4m');
  afterAll(() => disk.remove());
  // Only root may mount.
  const testOnDisk = disk.isMounted ? test : test.skip;

  testOnDisk('that is full fails the round, which leaves nothing on it', async () => {
    await expect(round(start, { folder: disk.folder })).rejects.toThrow(/^Cannot write the backup .* full/);
    expect(readdirSync(disk.folder)).toEqual([]);
  });

  testOnDisk('that is read-only is accepted at the start, and fails the round', async () => {
    expect(disk.mount('remount', 'ro')).toBe(true);
    expect(readConfig({ BACKUP_DIR: disk.folder }).BACKUP_DIR).toBe(disk.folder);
    await expect(round(start, { folder: disk.folder })).rejects.toThrow(/^Cannot write the backup .* EROFS/);
  });
});

describe('BACKUP_S3', () => {
  let server: S3rver;
  let origin: string;
  const directory = path.join(root, 's3');
  const addressOf = (secret: string, bucket = 'copies') =>
    s3Address(`http://S3RVER:${secret}@${origin}/${bucket}/of/ldvk?region=ru-1`);

  beforeAll(async () => {
    mkdirSync(directory);
    const options = { address: '127.0.0.1', port: 0, silent: true, directory };
    server = new S3rver({ ...options, configureBuckets: [{ name: 'copies' }] });
    origin = `127.0.0.1:${(await server.run()).port}`;
  });
  afterAll(() => server.close());

  test('gets each copy once, in parts, byte by byte', async () => {
    const s3 = addressOf('S3RVER');
    expect(await round(start, { s3 })).toMatchObject({ uploaded: true });
    const stored = path.join(directory, 'copies/of/ldvk', `${name}._S3rver_object`);
    const copy = readFileSync(path.join(folder, name));
    expect(readFileSync(stored).equals(copy)).toBe(true);
    writeFileSync(stored, Buffer.alloc(copy.length));
    await round(start + hour, { s3 });
    expect(readFileSync(stored).equals(copy)).toBe(false);
  });

  test('that does not listen fails with the remedy', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const s3 = s3Address(`http://S3RVER:secret@127.0.0.1:${port}/copies`);
    await expect(round(start, { s3 })).rejects.toThrow(
      `${name} was not uploaded to http://127.0.0.1:${port}/copies: the bucket cannot be reached: nothing listens there.`,
    );
  });

  test.each([
    ['a wrong secret', 'other', 'copies', '403'],
    ['no bucket', 'S3RVER', 'nowhere', '404'],
  ])('with %s fails without the secret in its message, and the copy stays', async (_, secret, bucket, status) => {
    const s3 = addressOf(secret, bucket);
    const error = await round(start, { s3 }).catch((reason: Error) => reason.message);
    expect(error).toMatch(new RegExp(`${name} was not uploaded to http://127\\.0\\.0\\.1:\\d+/${bucket}: .*${status}`));
    expect(error).not.toContain(`:${secret}@`);
    expect(readdirSync(folder)).toEqual([name]);
    expect(await round(start + hour, { s3: addressOf('S3RVER') })).toMatchObject({ copied: false, uploaded: true });
  });
});

test('rounds run at the start and every night; a failed one is repeated after an hour and logged', async () => {
  // Notes the clock of each round, and fails at the second one.
  const notes = path.join(folder, 'notes.txt');
  const program = path.join(root, 'round.mjs');
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(notes)}, process.argv[2] + '\\n');
     if (readFileSync(${JSON.stringify(notes)}, 'utf8').split('\\n').length === 4) throw new Error('no space');
     console.log('{"file":"x","copied":true,"uploaded":false}');`,
  );
  let time = start + 365 * day;
  const log: Record<string, unknown>[] = [];
  const rounds: number[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const logger = pino({}, { write: (line: string) => log.push({ ...JSON.parse(line), at: time }) });
  const backups = startBackups({
    config: readConfig({ BACKUP_DIR: folder }),
    faults: createFaultLog({ faultOf: () => null, logger, now: () => time }),
    logger,
    program: pathToFileURL(program),
    now: () => time,
    pause: async (ms, signal) => {
      signal.throwIfAborted();
      // The clock was ahead at the start.
      time = time > start + 300 * day ? start : time + ms;
      if (time < start + 2 * day) return;
      resolve();
      await new Promise((_, reject) => signal.addEventListener('abort', reject));
    },
  });
  await ended;
  await backups.close();
  for (const { at } of log) rounds.push(Number(at));
  const firstNight = Date.parse('2026-03-02T00:00:00Z');
  const again = firstNight + hour;
  expect(rounds).toEqual([start + 365 * day, start, firstNight, again, again, firstNight + day]);
  expect(log[2]).toMatchObject({ level: 50, msg: 'backup failed', reason: expect.stringContaining('no space') });
  expect(log[4]).toMatchObject({ level: 30, msg: 'works again', jobs: ['backup'], failures: 1, seconds: 3600 });
  expect(readFileSync(notes, 'utf8')).toBe('--scheduled\n'.repeat(5));
});
