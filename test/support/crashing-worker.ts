/** Replaces the backend's thread: reports its thread ID and crashes on request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, threadId, workerData } from 'node:worker_threads';
import type { WorkerMessage, WorkerStart } from '../../server/backend/worker.ts';

const { port } = workerData as WorkerStart;
const server = createServer((request, response) => {
  if (request.url === '/crash') throw new Error('an unexpected fault');
  response.end(String(threadId));
});
server.listen(port, '127.0.0.1', () => {
  const { port: taken } = server.address() as AddressInfo;
  parentPort?.postMessage({ type: 'listening', port: taken } satisfies WorkerMessage);
});
parentPort?.once('message', () => {
  server.close();
  server.closeAllConnections();
  parentPort?.close();
});
