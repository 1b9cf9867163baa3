/** Thread of the demo's social network: answers the collector, serves the pictures, and receives the e-mails of the service. */

import { parentPort, workerData } from 'node:worker_threads';
import { minuteMs } from '../../shared/durations.ts';
import { createDemoWorld } from '../vk-stand-in/demo-world.ts';
import { createVkServer } from '../vk-stand-in/vk-server.ts';
import { startMailbox } from './mailbox.ts';
import { refusedCode, refusedPhrase } from './world/phrases.ts';

export type NetworkData = { port: number; mailPort: number; keys: readonly string[] };

const { port, mailPort, keys } = workerData as NetworkData;

const world = createDemoWorld({
  startedAt: Math.floor(Date.now() / minuteMs) * minuteMs,
  now: Date.now,
  origin: `http://127.0.0.1:${port}`,
});
// Long enough to see that a phrase is being collected, and shorter than the pause between two calls of a key.
const delayMs = 300;
const servePage = await startMailbox(mailPort);
const { fail } = await createVkServer(world, { port, keys, delayMs, limits: { perDay: null }, servePage });
fail({ code: refusedCode, detail: 'q is invalid' }, { q: refusedPhrase });
parentPort?.postMessage('listening');
