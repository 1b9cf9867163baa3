/**
 * `npm run import -- FILE [--data-dir DIR]` (in the image: `node dist/server/import.js FILE`) adds posts and their sources to
 * the configured database, even while the service runs. FILE `-` is standard input. Each line is one post as JSON, with the
 * fields of docs/product/api.md:
 *
 *   {"OwnerID":-1001,"PostID":7,"WordID":3,"PostDt":"2026-11-20T09:30:00Z","Text":"…","OwnerName":"…","Domain":"…"}
 *
 * Required: OwnerID, PostID, PostDt (RFC 3339 with a time zone), and the phrase of the post: WordID, or Word, its text.
 * The phrase must exist. Optional: UserID (default OwnerID), UpdateDt (default PostDt), Text, TextParts, PhotoURL, CityID with
 * City and Country, and of the source OwnerName with OwnerType (default group for a negative OwnerID, else user),
 * OwnerPhotoURL, Domain; FoundByVK, true if VK found the post although the phrase does not match it. A nullable field is text,
 * null, or {"String":"…","Valid":true}. Unknown fields are ignored.
 *
 * OwnerID, PostID and the phrase identify a row. A line that repeats them updates the row, and the post's rows under other
 * phrases, unless a newer UpdateDt of the post is stored. A second run of the same file changes nothing. Posts of erased
 * sources and authors are refused. A bad line is reported by its number and skipped; the exit code is then 1.
 */
import { createReadStream, fstatSync, openSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { importPosts } from '../server/backend/import/import-posts.ts';
import type { Store } from '../server/backend/store/store.ts';
import { createProgressBar, linesOf, runCommand, withStore } from './command.ts';

function openSource(file: string) {
  if (file === '-') return { name: 'standard input', input: process.stdin, size: 0, bytesRead: () => 0 };
  // Open the file here: the stream would report an error before anybody listens to it.
  const fd = openSync(file, 'r');
  const input = createReadStream('', { fd });
  return { name: path.basename(file), input, size: fstatSync(fd).size, bytesRead: () => input.bytesRead };
}

/** Written by hand, because `readline` drops lines that it reads before the first one is requested. */
async function importFile(file: string, store: Store): Promise<boolean> {
  const { name, input, size, bytesRead } = openSource(file);
  const bar = createProgressBar(name, size);
  try {
    const totals = await importPosts(store, linesOf(input), {
      onBadLine: (line, reason) => {
        bar.end();
        console.error(`line ${line}: ${reason}`);
      },
      onBatch: () => bar.update(bytesRead()),
    });
    bar.end();
    const refused = totals.refused === 0 ? '' : `${totals.refused} refused because they were erased, `;
    const { added, changed, same, bad } = totals;
    console.log(`${added} added, ${changed} changed, ${same} unchanged, ${refused}${bad} bad lines`);
    return totals.bad === 0;
  } finally {
    bar.end();
  }
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'data-dir': { type: 'string' } } });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error('Usage: npm run import -- FILE [--data-dir DIR]');
  return withStore(values['data-dir'], (store) => importFile(file, store));
});
