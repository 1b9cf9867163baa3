/** A network in front of PostgreSQL that can go silent, or lead to another server. */
import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';

export type Network = {
  /** The connection string of a database on the other side. */
  url(database: string): string;
  /** Connections that the service has opened, and has not closed. */
  open(): number;
  /** Connections that the service has ever asked for. */
  asked(): number;
  /** Swallows all data and ends no connection. Connections of this time stay silent for ever. */
  silence(): void;
  /** New connections work. */
  restore(): void;
  /** New connections lead to the server whose socket is in the folder. */
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
