/** Starts the demo's social network, and returns the settings with which the service collects from it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { findFreePort } from './free-port.ts';
import type { NetworkData } from './network.ts';

/** The same on every start if possible, because the database keeps the addresses of pictures. */
const usualPort = 3900;
/** While one of them is busy with a full search, the others collect. */
const keys = ['demo-key-1', 'demo-key-2', 'demo-key-3'];

/** Returns settings of the service, which is to listen on `servicePort`. The network ends with this process. */
export async function startNetwork(servicePort: number): Promise<Record<string, string>> {
  const port = await findFreePort(usualPort, servicePort);
  const data: NetworkData = { port, keys };
  const worker = new Worker(new URL('./network.ts', import.meta.url), { workerData: data });
  await once(worker, 'message');
  worker.unref();
  return {
    VK_API_ORIGIN: `http://127.0.0.1:${port}`,
    VK_SERVICE_KEY: keys.join(','),
    VK_SERVICE_KEY_FILE: '',
    COLLECTION_DAILY_CALLS: '1000000',
    COLLECTION_INTERVAL_MINUTES: '1',
    COLLECTION_MAX_INTERVAL_MINUTES: '1',
  };
}
