/**
 * `npm run restore -- FILE` (in the image: `node dist/server/restore.js FILE`) puts a copy of `npm run backup` in the place of the
 * SQLite database of DATA_DIR. It refuses a damaged or newer copy, and while the service runs. The replaced file is kept.
 */
import path from 'node:path';
import { restoreDatabase } from '../server/backend/store/sqlite/backup.ts';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import { readSetting } from '../server/platform/settings.ts';
import { runCommand } from './command.ts';

await runCommand(async () => {
  const [copy, ...others] = process.argv.slice(2);
  if (copy === undefined || others.length > 0) throw new Error('Usage: npm run restore -- FILE');
  if (readSetting('DATABASE_URL', process.env) !== null) {
    throw new Error('DATABASE_URL is set: restore PostgreSQL with its own tools, for example pg_restore');
  }
  const database = path.join(readSetting('DATA_DIR', process.env), databaseFileName);
  const replaced = restoreDatabase(copy, database, Date.now());
  if (replaced !== null) console.log(`The replaced database is ${replaced}. Delete it when you no longer need it.`);
  console.log(`Restored: ${database}. Start the service.`);
});
