/** Finds a free port, so that two demos can run at once. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { mailboxPath } from './mailbox.ts';
import type { NetworkData } from './network.ts';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Returns the first free port of 20, starting with the wanted one. `reserved`: for other servers, which start later. */
export async function findFreePort(wanted: number, ...reserved: readonly number[]): Promise<number> {
  for (let port = wanted; port < wanted + 20; port += 1) {
    if (!reserved.includes(port) && (await isFree(port))) return port;
  }
  throw new Error(`Порты ${wanted}–${wanted + 19} заняты. Задайте другой: PORT=8080 npm run demo`);
}

/** The port is the same on every start if possible, because the database stores the addresses of pictures. */
const usualPort = 3900;
/** While one key is busy with a full search, the others collect. */
const keys = ['demo-key-1', 'demo-key-2', 'demo-key-3'];

/** Returns settings for the service that will listen on `servicePort`. The network ends with this process. */
export async function startNetwork(servicePort: number): Promise<Record<string, string>> {
  const port = await findFreePort(usualPort, servicePort);
  const mailPort = await findFreePort(usualPort, servicePort, port);
  const data: NetworkData = { port, mailPort, keys };
  const worker = new Worker(new URL('./network.ts', import.meta.url), { workerData: data });
  await once(worker, 'message');
  worker.unref();
  const origin = `http://127.0.0.1:${port}`;
  return {
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    SMTP_URL_FILE: '',
    SMTP_FROM: 'LDVK Монитор <monitor@example.ru>',
    MAIL_DOMAINS: '',
    PUBLIC_URL: `http://localhost:${servicePort}`,
    DEMO_MAILBOX: origin + mailboxPath,
    VK_API_ORIGIN: origin,
    VK_SERVICE_KEY: keys.join(','),
    VK_SERVICE_KEY_FILE: '',
    COLLECTION_DAILY_CALLS: '10000',
    COLLECTION_INTERVAL_MINUTES: '2',
    COLLECTION_MAX_INTERVAL_MINUTES: '2',
    WALL_DAILY_CALLS: '10000',
    WALL_INTERVAL_MINUTES: '2',
  };
}
