/** The console's HTTP server. Requests that Node rejects before the app sees them get the API's error format. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import * as messages from '../../shared/messages.ts';
import { maxBackendSockets } from '../backend-link/backend-client.ts';
import { countRepeats } from '../platform/count-repeats.ts';

/** The statuses that Node sends by default. Every other parse error is a 400. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

function sendClientError({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statuses[code] ?? 400;
  const text = status === 431 || status === 413 ? messages.bodyTooLarge : messages.badRequest;
  const requestId = randomUUID();
  const body = JSON.stringify({ error: text, message: text, request_id: requestId });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** In milliseconds, together a minute: a connection without a complete head by then is closed. */
export const headLimits = { headersTimeout: 45_000, connectionsCheckingInterval: 15_000 };

export const createConsoleServer = (app: RequestListener, limits = headLimits): Server =>
  createServer(limits, app).on('clientError', sendClientError);

/**
 * A visitor's connection may need a second descriptor for its call of the backend, and a third if the backend runs in this
 * process.
 */
const descriptorsPerConnection = 3;
/** The maximum number of descriptors for both ends of the calls by the proxy and by pages. */
const backendDescriptors = 4 * maxBackendSockets;
/** For the program's own files, threads and databases. */
const ownDescriptors = 64;
const dropLogMs = 10_000;

/** The limit of open files of this process; null where the system does not report it. */
function readDescriptorLimit(): number | null {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
}

/**
 * Refuses connections before the process runs out of descriptors: the system would close them without a trace, and files could
 * not be opened. Logs how many were refused.
 */
export function limitConnections(server: Server, logger: Logger): void {
  const descriptors = readDescriptorLimit();
  if (descriptors === null) return;
  const free = descriptors - ownDescriptors;
  server.maxConnections = Math.max(10, Math.floor(free / descriptorsPerConnection), free - backendDescriptors);
  const countDropped = countRepeats(dropLogMs);
  server.on('drop', () => {
    const refused = countDropped('drop');
    if (refused === null) return;
    logger.error({ refused, open: server.maxConnections, descriptors }, 'connections refused: too many are open');
  });
}
