/** A ZIP archive as a stream. Sizes follow each file's data, so that nothing is held or read twice. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipFile = { name: string; data: AsyncIterable<string> };

/** An entry of the archive's directory. */
type Entry = { name: Buffer; crc: number; size: number; packed: number; offset: number };

/** Without the extension ZIP64, which Excel reads only in part. */
const maxBytes = 0xffff_ffff;

/** Twice as fast as the default of 6, for files that are a tenth larger. */
const level = 3;

/** Sizes follow the data; names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1 January 1980: the same rows make the same file. */
const dosDate = 0x21;

/** `fields` are pairs of a value and its number of bytes, little-endian. */
function record(...fields: readonly (readonly [number, 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((bytes, [, length]) => bytes + length, 0));
  let at = 0;
  for (const [value, length] of fields) at = buffer.writeUIntLE(value, at, length);
  return buffer;
}

const localHeader = ({ name }: Entry): Buffer =>
  Buffer.concat([
    record([0x04034b50, 4], [version, 2], [flags, 2], [deflated, 2], [0, 2], [dosDate, 2]),
    record([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ]);

const descriptor = ({ crc, packed, size }: Entry): Buffer => record([0x08074b50, 4], [crc, 4], [packed, 4], [size, 4]);

const directoryEntry = ({ name, crc, size, packed, offset }: Entry): Buffer =>
  Buffer.concat([
    record([0x02014b50, 4], [version, 2], [version, 2], [flags, 2], [deflated, 2], [0, 2], [dosDate, 2]),
    record([crc, 4], [packed, 4], [size, 4], [name.length, 2], [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    name,
  ]);

/** Yields the compressed data and completes the entry. */
async function* deflate(data: AsyncIterable<string>, entry: Entry): AsyncGenerator<Buffer> {
  async function* count(): AsyncGenerator<Buffer> {
    for await (const text of data) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const packer = createDeflateRaw({ level });
  const done = pipeline(Readable.from(count()), packer);
  // The loop below reports the error first.
  done.catch(() => undefined);
  for await (const chunk of packer as AsyncIterable<Buffer>) {
    entry.packed += chunk.length;
    yield chunk;
  }
  await done;
  if (Math.max(entry.size, entry.packed) > maxBytes) throw new Error(`${entry.name} is too large for a ZIP archive`);
}

/** Files are read one after another. */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  const sent = (chunk: Buffer): Buffer => {
    offset += chunk.length;
    return chunk;
  };
  for await (const { name, data } of files) {
    const entry: Entry = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, offset };
    entries.push(entry);
    yield sent(localHeader(entry));
    for await (const chunk of deflate(data, entry)) yield sent(chunk);
    yield sent(descriptor(entry));
  }
  if (offset > maxBytes) throw new Error('The ZIP archive is too large');
  const directory = Buffer.concat(entries.map(directoryEntry));
  const count = [entries.length, 2] as const;
  yield directory;
  yield record([0x06054b50, 4], [0, 2], [0, 2], count, count, [directory.length, 4], [offset, 4], [0, 2]);
}
