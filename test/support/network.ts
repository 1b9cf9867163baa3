/** A proxy in front of PostgreSQL that can go silent, or redirect to another server. */
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';

export type Network = {
  /** The connection string of a database behind the proxy. */
  url(database: string): string;
  /** The number of open connections of the service. */
  open(): number;
  /** The number of connections that the service has ever opened. */
  asked(): number;
  /** Swallows all data without closing connections. Connections opened during this time stay silent for ever. */
  silence(): void;
  /** Lets new connections work again. */
  restore(): void;
  /** Redirects new connections to the server whose socket is in the folder. */
  leadTo(folder: string): void;
  close(): void;
};

export async function startNetwork(folder: string): Promise<Network> {
  let target = folder;
  let isSilent = false;
  let asked = 0;
  const links = new Set<{ socket: Socket; dead: boolean }>();

  const server = createServer((socket) => {
    asked += 1;
    const link = { socket, dead: isSilent };
    links.add(link);
    const upstream = createConnection(path.join(target, '.s.PGSQL.5432'));
    socket.on('data', (data) => link.dead || upstream.write(data));
    upstream.on('data', (data) => link.dead || socket.write(data));
    socket
      .on('error', () => {})
      .on('close', () => {
        links.delete(link);
        upstream.destroy();
      });
    upstream.on('error', () => {}).on('close', () => link.dead || socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (database) => `postgres://ldvk@127.0.0.1:${port}/${database}`,
    open: () => links.size,
    asked: () => asked,
    silence() {
      isSilent = true;
      for (const link of links) link.dead = true;
    },
    restore() {
      isSilent = false;
    },
    leadTo(other) {
      target = other;
    },
    close() {
      server.close();
      for (const { socket } of links) socket.destroy();
    },
  };
}
