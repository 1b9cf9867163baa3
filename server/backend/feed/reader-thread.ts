/** Entry of a reader thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { openReader, type PostQuery, type ReaderStart } from './post-queries.ts';

const { file } = workerData as ReaderStart;
const reader = openReader(file);

parentPort?.on('message', (query: PostQuery) => parentPort?.postMessage(reader.answer(query)));
