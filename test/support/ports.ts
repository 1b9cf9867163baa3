/** Ports for servers in separate processes. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

export async function takeFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function waitUntilListening(port: number): Promise<void> {
  for (;;) {
    const listens = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (listens) return;
  }
}
