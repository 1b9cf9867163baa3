/** Finds a free port, so that two demos can run at once. */
import { createServer } from 'node:net';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Returns the first free port of 20, starting with the wanted one. `reserved` is for another server, which starts later. */
export async function findFreePort(wanted: number, reserved?: number): Promise<number> {
  for (let port = wanted; port < wanted + 20; port += 1) {
    if (port !== reserved && (await isFree(port))) return port;
  }
  throw new Error(`Порты ${wanted}–${wanted + 19} заняты. Задайте другой: PORT=8080 npm run demo`);
}
