/**
 * Copies the database into BACKUP_DIR at the start and every night, deletes the oldest copies there, and uploads the new one to
 * BACKUP_S3. A round runs in a process of its own, which a stop can end at once.
 */
import { execFile } from 'node:child_process';
import { openAsBlob, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { S3mini } from 's3mini';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import type { S3Address } from '../../platform/backup-settings.ts';
import type { BackupTimes } from '../../platform/figures.ts';
import type { Config } from '../../platform/settings.ts';
import { backupDatabase, fileTime } from '../store/sqlite/backup.ts';
import type { Pause } from '../store/wait-for-database.ts';
import { type Background, startBackground } from './background.ts';
import { createNights } from './collector/retention.ts';

const namePattern = /^ldvk-(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})(\d{2}Z)\.sqlite$/;

const nameOf = (at: number): string => `ldvk-${fileTime(at)}.sqlite`;
const timeOf = (name: string): number => Date.parse(name.replace(namePattern, '$1:$2:$3'));

/**
 * Names of copies, newest first, followed by those that a clock that was ahead has dated later than `now`. Ignores other files.
 */
function copiesOf(names: readonly string[], now: number): string[] {
  const copies = names
    .filter((name) => namePattern.test(name))
    .sort()
    .reverse();
  const ahead = copies.filter((name) => timeOf(name) > now);
  return [...copies.slice(ahead.length), ...ahead];
}

/** When the newest copy was made; 0 without one, and when the folder cannot be read. */
function newestCopyAt(folder: string, now: number): number {
  try {
    const [newest] = copiesOf(readdirSync(folder), now);
    const at = newest === undefined ? 0 : timeOf(newest);
    return at > now ? 0 : at;
  } catch {
    return 0;
  }
}

/** Unfinished files that are older were left by a crash. */
const unfinishedMs = hourMs;

function deleteOld(folder: string, keep: number, now: number): void {
  const names = readdirSync(folder);
  const isLeft = (name: string) =>
    /^ldvk-.+\.unfinished$/.test(name) && statSync(path.join(folder, name)).mtimeMs < now - unfinishedMs;
  const surplus = [...copiesOf(names, now).slice(keep), ...names.filter(isLeft)];
  for (const name of surplus) rmSync(path.join(folder, name), { force: true });
}

/** Enough for a part of 8 MB over a slow line. */
const requestMs = 10 * minuteMs;

/** Uploads the copy unless it is there already. A large one goes in parts, so that memory stays small. */
async function upload(file: string, { prefix, ...address }: S3Address): Promise<void> {
  const bucket = new S3mini({
    ...address,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(requestMs) }),
  });
  const key = prefix + path.basename(file);
  const { size } = statSync(file);
  const stored = await bucket.getContentLength(key).catch(() => null);
  if (stored === size) return;
  await bucket.putAnyObject(key, await openAsBlob(file));
  const arrived = await bucket.getContentLength(key);
  if (arrived !== size) throw new Error(`${arrived} bytes arrived of ${size}`);
}

type Options = {
  database: string;
  folder: string;
  keep: number;
  s3: S3Address | null;
  timeZone: string;
  now: number;
  /** Makes no copy when this night has one. */
  scheduled: boolean;
};

/** What a round has done. `copied` is false when this night had its copy. */
type Round = { file: string; copied: boolean; uploaded: boolean };

/** Throws an error whose message is for operators. */
export async function runRound({ database, folder, keep, s3, timeZone, now, scheduled }: Options): Promise<Round> {
  const nightOf = createNights(timeZone);
  const newest = newestCopyAt(folder, now);
  const copied = !scheduled || nightOf(newest) < nightOf(now);
  const file = path.join(folder, nameOf(copied ? now : newest));
  if (copied) backupDatabase(database, file);
  deleteOld(folder, keep, now);
  if (s3 === null) return { file, copied, uploaded: false };
  await upload(file, s3).catch((error: Error) => {
    throw new Error(`${file} was not uploaded to ${s3.endpoint}: ${error.message}`);
  });
  return { file, copied, uploaded: true };
}

/** After a fault, for example a full disk. A copy that was not uploaded is not made again. */
const faultPauseMs = hourMs;

export type Backups = Background & { times(): BackupTimes };

type ServiceOptions = {
  config: Config;
  logger: Logger;
  /** The entry `backup`, beside this bundle. */
  program?: URL;
  now?: () => number;
  pause?: Pause;
};

export function startBackups({
  config: { BACKUP_DIR: folder, BACKUP_S3: s3, CONSOLE_TIME_ZONE: timeZone },
  logger,
  program = new URL('./backup.js', import.meta.url),
  now = Date.now,
  pause,
}: ServiceOptions): Backups {
  if (folder === null) return { close: async () => {}, times: () => ({ copiedAt: null, uploadedAt: null }) };
  let uploadedAt = 0;
  const nightOf = createNights(timeZone);

  async function backUp(signal: AbortSignal): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program), '--scheduled'], {
        signal,
      });
      const { uploaded, ...round } = JSON.parse(stdout) as Round;
      if (uploaded) uploadedAt = newestCopyAt(folder as string, now());
      logger.info({ ...round, uploaded, durationMs: Math.round(performance.now() - startedAt) }, 'backup made');
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const { stderr, message } = error as Error & { stderr?: string };
      logger.error({ reason: stderr?.trim() || message }, 'backup failed');
      return false;
    }
  }

  const { close } = startBackground(async (signal, rest) => {
    for (let night = ''; !signal.aborted; ) {
      const tonight = nightOf(now());
      const isDue = tonight !== night;
      const failed = isDue && !(await backUp(signal));
      if (isDue && !failed) night = tonight;
      await rest(failed ? faultPauseMs : minuteMs);
    }
  }, pause);
  return {
    close,
    times: () => ({ copiedAt: newestCopyAt(folder, now()), uploadedAt: s3 && uploadedAt }),
  };
}
