/**
 * `npm run backup -- FILE` (in the image: `node dist/server/backup.js FILE`) copies the SQLite database of DATA_DIR while the
 * service runs, and verifies the copy; for PostgreSQL use its own tools. Without FILE it makes a copy in BACKUP_DIR, deletes
 * the oldest copies, and uploads the new one if BACKUP_S3 is set. `--scheduled` is for the service: it makes no second copy in
 * a night, and prints JSON.
 */
import { parseArgs } from 'node:util';
import { runRound } from '../server/backend/jobs/backups.ts';
import { backupDatabase } from '../server/backend/store/sqlite/backup.ts';
import { readSetting } from '../server/platform/settings.ts';
import { runCommand, sqliteDatabase } from './command.ts';

const { env } = process;

async function backUpIntoFolder(database: string, scheduled: boolean): Promise<void> {
  const folder = readSetting('BACKUP_DIR', env);
  if (folder === null) throw new Error('Usage: npm run backup -- FILE, or set BACKUP_DIR');
  const round = await runRound({
    database,
    folder,
    keep: readSetting('BACKUP_KEEP', env),
    s3: readSetting('BACKUP_S3', env),
    timeZone: readSetting('CONSOLE_TIME_ZONE', env),
    now: Date.now(),
    scheduled,
  });
  if (scheduled) console.log(JSON.stringify(round));
  else console.log(`Backup written: ${round.file}${round.uploaded ? ', and uploaded' : ''}`);
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { scheduled: { type: 'boolean' } } });
  const tools = 'back up PostgreSQL with its own tools, for example pg_dump --format=custom --file=FILE';
  const database = sqliteDatabase(tools);
  const [target] = positionals;
  if (target === undefined) return backUpIntoFolder(database, values.scheduled ?? false);
  backupDatabase(database, target);
  console.log(`Backup written: ${target}`);
});
