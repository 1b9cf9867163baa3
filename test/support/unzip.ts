/** A strict ZIP reader. */
import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the files of the archive by name. Checks sizes, checksums and the directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('The archive has no end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < archive.readUInt16LE(end + 10); index += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory is damaged');
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field));
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    if (archive.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} is not where the directory says`);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = inflateRawSync(archive.subarray(start, start + (packed ?? 0)));
    if (data.length !== size || crc32(data) !== crc) throw new Error(`${name} is damaged`);
    files.set(name, data);
    at += 46 + nameLength;
  }
  if (at !== end) throw new Error('The directory has another size');
  return files;
}
