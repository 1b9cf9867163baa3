/**
 * Copies the database into BACKUP_DIR at the start and every night, deletes the oldest copies there, and uploads the new one to
 * BACKUP_S3. Each round runs in a separate process, which a stop can end at once.
 */
import { execFile } from 'node:child_process';
import { openAsBlob, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { S3mini } from 's3mini';
import { hourMs, minuteMs } from '../../../shared/durations.ts';
import { type Background, type Pause, repeat, startBackground } from '../../platform/background.ts';
import type { S3Address } from '../../platform/backup-settings.ts';
import { connectionFault, peers } from '../../platform/connection-fault.ts';
import { type FaultLog, OperatorError } from '../../platform/fault-log.ts';
import type { BackupTimes } from '../../platform/figures.ts';
import type { Config } from '../../platform/settings.ts';
import { backupDatabase, fileTime } from '../store/sqlite/backup.ts';
import { createNights } from './collector/retention.ts';

const namePattern = /^ldvk-(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})(\d{2}Z)\.sqlite$/;

const nameOf = (at: number): string => `ldvk-${fileTime(at)}.sqlite`;
const timeOf = (name: string): number => Date.parse(name.replace(namePattern, '$1:$2:$3'));

/**
 * Names of copies, newest first, followed by copies dated later than `now`, by a clock that was ahead. Ignores other files.
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
    /^ldvk-.+\.unfinished(-journal|-wal|-shm)?$/.test(name) &&
    statSync(path.join(folder, name)).mtimeMs < now - unfinishedMs;
  const surplus = [...copiesOf(names, now).slice(keep), ...names.filter(isLeft)];
  for (const name of surplus) rmSync(path.join(folder, name), { force: true });
}

/** Long enough for a part of 8 MB over a slow line. */
const requestMs = 10 * minuteMs;

/** Uploads the copy unless the bucket already has it. Sends a large copy in parts, to use little memory. */
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

/** The result of a round. `copied` is false when this night already had its copy. */
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
    const reason = connectionFault(error, peers.bucket)?.text ?? error.message;
    throw new Error(`${file} was not uploaded to ${s3.endpoint}: ${reason}`);
  });
  return { file, copied, uploaded: true };
}

/** After a failed upload, the next round uploads the same copy. */
const job = { name: 'backup', fault: 'backup failed', pauseMs: minuteMs, faultPauseMs: hourMs };

export type Backups = Background & { times(): BackupTimes };

type ServiceOptions = {
  config: Config;
  faults: FaultLog;
  logger: Logger;
  /** The entry `backup`, beside this bundle. */
  program?: URL;
  now?: () => number;
  pause?: Pause;
};

/** Runs a round in its own process. Throws an `OperatorError`. */
async function startRound(program: URL, signal: AbortSignal): Promise<Round> {
  const args = [fileURLToPath(program), '--scheduled'];
  try {
    return JSON.parse((await promisify(execFile)(process.execPath, args, { signal })).stdout);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new OperatorError(stderr?.trim() || message);
  }
}

export function startBackups({
  config: { BACKUP_DIR: folder, BACKUP_S3: s3, CONSOLE_TIME_ZONE: timeZone },
  faults,
  logger,
  program = new URL('./backup.js', import.meta.url),
  now = Date.now,
  pause,
}: ServiceOptions): Backups {
  if (folder === null) return { close: async () => {}, times: () => ({ copiedAt: null, uploadedAt: null }) };
  let uploadedAt = 0;
  let night = '';
  const nightOf = createNights(timeZone);

  const { close } = startBackground(
    (running) =>
      repeat(running, faults.of(job), job, async () => {
        const tonight = nightOf(now());
        if (tonight === night) return;
        const startedAt = performance.now();
        const round = await startRound(program, running.signal);
        night = tonight;
        if (round.uploaded) uploadedAt = newestCopyAt(folder, now());
        logger.info({ ...round, durationMs: Math.round(performance.now() - startedAt) }, 'backup made');
      }),
    pause,
  );
  return {
    close,
    times: () => ({ copiedAt: newestCopyAt(folder, now()), uploadedAt: s3 && uploadedAt }),
  };
}
