/**
 * `npm run import -- posts.jsonl [--data-dir DIR]` adds posts and their sources to the database of DATA_DIR, also while
 * the service runs. Each line is one post as JSON, with the fields of docs/product.md, section 3:
 *
 *   {"OwnerID":-1001,"PostID":7,"WordID":3,"PostDt":"2026-11-20T09:30:00Z","Text":"…","OwnerName":"…","Domain":"…"}
 *
 * Needed: OwnerID, PostID, PostDt (RFC 3339), and the phrase that the post was found by: WordID, or Word, its text. The
 * phrase must exist. Optional: UserID (OwnerID), UpdateDt (PostDt), Text, PhotoURL, CityID with City and Country, and
 * of the source OwnerName with OwnerType (group for a negative OwnerID, else user), OwnerPhotoURL, Domain. A nullable
 * field is text, null, or {"String":"…","Valid":true}. Unknown fields are ignored.
 *
 * OwnerID, PostID and the phrase together name a row: a line that repeats one changes it, and a second run of the same
 * file changes nothing. A bad line is reported by its number and skipped; the exit code is then 1.
 */
import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { importPosts } from '../server/backend/import/import-posts.ts';
import { databaseFileName } from '../server/backend/store/sqlite/database.ts';
import { openStore } from '../server/backend/store/sqlite/store.ts';
import { createProgressBar } from './progress-bar.ts';

async function importFile(file: string, database: string): Promise<boolean> {
  if (!existsSync(database))
    throw new Error(`There is no database ${database}: start the service once, or set DATA_DIR`);
  const bar = createProgressBar(path.basename(file), statSync(file).size);
  const input = createReadStream(file);
  const store = openStore(database);
  try {
    const totals = await importPosts(store, createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }), {
      onBadLine: (line, reason) => {
        bar.end();
        console.error(`line ${line}: ${reason}`);
      },
      onBatch: () => bar.update(input.bytesRead),
    });
    bar.end();
    console.log(`${totals.added} added, ${totals.changed} changed, ${totals.same} unchanged, ${totals.bad} bad lines`);
    return totals.bad === 0;
  } finally {
    bar.end();
    await store.close();
  }
}

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'data-dir': { type: 'string' } } });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error('Usage: npm run import -- posts.jsonl [--data-dir DIR]');
  const database = path.join(values['data-dir'] ?? (process.env.DATA_DIR || './data'), databaseFileName);
  if (!(await importFile(file, database))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
