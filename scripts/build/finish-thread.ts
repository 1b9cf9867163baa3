/** Entry of a thread that minifies the scripts among its files, and compresses all of them. */
import { workerData } from 'node:worker_threads';
import { compressFile } from './compress.ts';
import { minifyScript } from './minify.ts';

const files = workerData as string[];
for (const script of files.filter((file) => file.endsWith('.js'))) await minifyScript(script);
for (const file of files) await compressFile(file);
