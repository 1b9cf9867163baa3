/**
 * `npm run backup -- FILE` (in the image: `node dist/server/backup.js FILE`) copies the SQLite database of DATA_DIR while the
 * service runs; PostgreSQL has tools of its own. To restore: stop the service, replace `ldvk.sqlite` by the copy, remove
 * `ldvk.sqlite-wal` and `ldvk.sqlite-shm`, start the service.
 */
import path from 'node:path';
import { backupDatabase } from '../server/backend/store/sqlite/backup.ts';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import { readSetting } from '../server/platform/settings.ts';
import { runCommand } from './command.ts';

const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error('Usage: npm run backup -- FILE');
  process.exit(2);
}
await runCommand(async () => {
  if (readSetting('DATABASE_URL', process.env) !== null) {
    throw new Error(
      'DATABASE_URL is set: back up PostgreSQL with its own tools, for example pg_dump --format=custom --file=FILE',
    );
  }
  backupDatabase(path.join(readSetting('DATA_DIR', process.env), databaseFileName), target);
  console.log(`Backup written: ${target}`);
});
