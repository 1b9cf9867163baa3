/** Compresses static files at build time, so that the server only picks a file. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);

/**
 * Writes `.br` and `.gz` next to every text file of the folder. Browsers accept only gzip over plain HTTP. Zopfli makes it
 * 2.9 KiB (3 %) smaller per table page than zlib's level 9; the feed would exceed its budget without it.
 */
export async function compressFiles(folder: string): Promise<void> {
  // Imported late: once loaded, it prints its own source on any uncaught error of the process.
  const { gzipAsync } = await import('@gfx/zopfli');
  const files = globSync('**/*.{js,css,svg,txt,webmanifest}', { cwd: folder });
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const source = await readFile(file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
      const [small, common] = await Promise.all([brotli(source, { params }), gzipAsync(source, { numiterations: 5 })]);
      await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, common)]);
    }),
  );
}
