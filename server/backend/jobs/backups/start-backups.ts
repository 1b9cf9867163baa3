/** Makes a copy of the database at the start and every night (setting BACKUP_DIR), in a process that a stop can end at once. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { hourMs, minuteMs } from '../../../platform/durations.ts';
import type { Config } from '../../../platform/settings.ts';
import { type Background, type Pause, startBackground } from '../background.ts';
import { createNights } from '../collector/retention.ts';
import { newestCopyAt, type Round } from './backup-round.ts';

const run = promisify(execFile);

/** After a fault, for example a full disk. A copy that was not uploaded is not made again. */
const faultPauseMs = hourMs;

/** Null without the setting. */
export type BackupTimes = { copiedAt: number | null; uploadedAt: number | null };

export type Backups = Background & { times(): BackupTimes };

type Options = {
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
}: Options): Backups {
  if (folder === null) return { close: async () => {}, times: () => ({ copiedAt: null, uploadedAt: null }) };
  let uploadedAt = 0;
  const nightOf = createNights(timeZone);

  async function runRound(signal: AbortSignal): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const { stdout } = await run(process.execPath, [fileURLToPath(program), '--scheduled'], { signal });
      const { uploaded, ...round } = JSON.parse(stdout) as Round;
      if (uploaded) uploadedAt = newestCopyAt(folder as string);
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
      const isDue = tonight > night;
      const failed = isDue && !(await runRound(signal));
      if (isDue && !failed) night = tonight;
      await rest(failed ? faultPauseMs : minuteMs);
    }
  }, pause);
  return {
    close,
    times: () => ({ copiedAt: newestCopyAt(folder), uploadedAt: s3 && uploadedAt }),
  };
}
