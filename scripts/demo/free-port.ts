/** Finds a port to listen on, so that a second demo stands beside the first. */
import { createServer } from 'node:net';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The first free port of the 20 that begin with the one wished for. */
export async function findFreePort(wished: number): Promise<number> {
  for (let port = wished; port < wished + 20; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`Порты ${wished}–${wished + 19} заняты. Задайте другой: PORT=8080 npm run demo`);
}
