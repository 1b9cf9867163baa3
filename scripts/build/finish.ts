/** Minifies and compresses the built files on one thread per core: together they take most of a build's time. */
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

const threads = availableParallelism();

/** Finishes the client's files in `folder`. Throws when one cannot be. */
export async function finishFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,txt,webmanifest}', { cwd: folder }).map((name) => path.join(folder, name));
  const sizes = new Map(files.map((file) => [file, statSync(file).size]));
  files.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  const shares = Array.from({ length: threads }, (_, share) =>
    files.filter((_file, index) => index % threads === share),
  );
  await Promise.all(
    shares.map((workerData) =>
      once(new Worker(new URL('./finish-thread.ts', import.meta.url), { workerData }), 'exit'),
    ),
  );
}
