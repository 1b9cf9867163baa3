/** Entry of a reader thread. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PostQuery } from './post-queries.ts';
import { openReader, type ReaderStart } from './reader.ts';

const { file } = workerData as ReaderStart;
const reader = openReader(file);

parentPort?.on('message', (query: PostQuery) => parentPort?.postMessage(reader.answer(query)));
