/** HTTP as bytes on a socket, for requests that no well-behaved client sends. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createConsoleServer } from '../../server/http/console-server.ts';

export type Listening = { port: number; openSockets(): number; close(): Promise<void> };

/** Serves the app on a free port of this machine, with the server and the limits of production. */
export async function listen(app: RequestListener): Promise<Listening> {
  const server = createConsoleServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<object>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    port: (server.address() as AddressInfo).port,
    openSockets: () => sockets.size,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * In milliseconds. A connection that is silent for this long after its first bytes counts as having sent its whole response.
 */
const silentMs = 400;
/** A busy machine may need this long for the first bytes. */
const startMs = 20_000;

/**
 * Sends the bytes (a string is Latin-1), and returns everything received until the connection closes or falls silent. `ends`:
 * closes the sending side afterwards.
 */
export function exchangeBytes(port: number, bytes: string | Buffer, ends = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      socket.setTimeout(silentMs);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.setTimeout(startMs, () => socket.destroy());
    if (ends) socket.end(bytes, 'latin1');
    else socket.write(bytes, 'latin1');
  });
}

/** Returns the statuses of all responses, in order. */
export const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
