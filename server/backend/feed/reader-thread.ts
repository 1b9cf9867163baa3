/** Entry of a reader thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { openReader, type PostQuery } from './post-queries.ts';

const reader = openReader(workerData as string);

parentPort?.on('message', (query: PostQuery) => parentPort?.postMessage(reader.answer(query)));
