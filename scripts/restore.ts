/**
 * `npm run restore -- FILE` (in the image: `node dist/server/restore.js FILE`) replaces the SQLite database of DATA_DIR with a
 * copy of `npm run backup`, and keeps the replaced file. It refuses a damaged or newer copy, and does not run while the service
 * runs.
 */
import { restoreDatabase } from '../server/backend/store/sqlite/backup.ts';
import { runCommand, sqliteDatabase } from './command.ts';

await runCommand(async () => {
  const [copy, ...others] = process.argv.slice(2);
  if (copy === undefined || others.length > 0) throw new Error('Usage: npm run restore -- FILE');
  const database = sqliteDatabase('restore PostgreSQL with its own tools, for example pg_restore');
  const replaced = restoreDatabase(copy, database, Date.now());
  if (replaced !== null) console.log(`The replaced database is ${replaced}. Delete it when you no longer need it.`);
  console.log(`Restored: ${database}. Start the service.`);
});
