/** Counts the posts of an exported file and sums their checksums, for a comparison with the database. */
import { createReadStream, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';

export type Checksum = { rows: number; sum: number };

const sumLimit = 2 ** 48;
const add = (total: Checksum, id: string): Checksum => ({
  rows: total.rows + 1,
  sum: (total.sum + crc32(id)) % sumLimit,
});

const none: Checksum = { rows: 0, sum: 0 };

/** The first file of the archive, which is the sheet with the data. */
function openSheet(path: string): Readable {
  const head = Buffer.alloc(30);
  readSync(openSync(path, 'r'), head);
  const start = 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  return createReadStream(path, { start }).pipe(createInflateRaw());
}

/** Reads the links of the column «Ссылка». */
export async function sumFile(path: string): Promise<Checksum> {
  const file = path.endsWith('.xlsx') ? openSheet(path) : createReadStream(path);
  let total = none;
  let rest = '';
  for await (const chunk of file.setEncoding('utf8')) {
    const text = rest + chunk;
    let end = 0;
    for (const link of text.matchAll(/vk\.com\/wall(-?\d+_\d+)[<\r]/g)) {
      total = add(total, link[1] ?? '');
      end = link.index + link[0].length;
    }
    rest = text.slice(Math.max(end, text.length - 100));
  }
  return total;
}

export function sumDatabase(file: string): Checksum {
  const db = new DatabaseSync(file, { readOnly: true });
  const ids = db
    .prepare(
      `SELECT iif(owner_type = 'user', abs(owner_id), -abs(owner_id)) || '_' || post_id AS id
       FROM posts LEFT JOIN owners USING (owner_id)
       WHERE word_id IN (SELECT word_id FROM words WHERE deleted_at IS NULL)`,
    )
    .iterate();
  let total = none;
  for (const { id } of ids) total = add(total, String(id));
  db.close();
  return total;
}
