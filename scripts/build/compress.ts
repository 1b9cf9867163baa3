/** Compresses static files at build time, so that the server only picks a file. */
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

/**
 * Writes `.br` and `.gz` next to the file. Browsers accept only gzip over plain HTTP. Zopfli makes it 2.9 KiB (3 %) smaller
 * per table page than zlib's level 9; the feed would exceed its budget without it.
 */
export async function compressFile(file: string): Promise<void> {
  // Imported late: once loaded, it prints its own source on any uncaught error of the process.
  const { gzipAsync } = await import('@gfx/zopfli');
  const source = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
  const [small, common] = await Promise.all([brotli(source, { params }), gzipAsync(source, { numiterations: 5 })]);
  await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, common)]);
}
