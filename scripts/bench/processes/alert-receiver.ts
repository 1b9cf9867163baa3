/** Receives the webhooks of alerts, slowly, so that kills hit messages that are being sent. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const delayMs = 200;

export type AlertReceiver = {
  url: string;
  /** The bodies that were received with each key. */
  received: Map<string, string[]>;
  close(): void;
};

export async function startAlertReceiver(): Promise<AlertReceiver> {
  const received = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const key = String(request.headers['idempotency-key']);
    const body = await text(request).catch(() => null);
    if (body === null) return;
    received.set(key, [...(received.get(key) ?? []), body]);
    await sleep(delayMs);
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
