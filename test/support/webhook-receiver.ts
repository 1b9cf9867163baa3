/** A real HTTP server that receives webhooks and whose faults a test chooses. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** In the order in which a delivery reaches them. `sent`: the reply was written. */
export const webhookSteps = ['head', 'half', 'end', 'sent'] as const;
export type WebhookStep = (typeof webhookSteps)[number];

/** A status is sent as the answer, `hang` never answers, `cut` closes the connection, `garbage` sends no HTTP. */
export type WebhookFault = number | 'hang' | 'cut' | 'garbage';

type OnStep = (step: WebhookStep) => WebhookFault | null;

export type WebhookReceiver = {
  url: string;
  /** Completely received requests, acknowledged or not. */
  received: { path: string; headers: IncomingHttpHeaders; body: string }[];
  onStep: OnStep;
  close(): Promise<void>;
};

type Tls = { key: Buffer; cert: Buffer };

export async function startWebhookReceiver(
  onStep: OnStep = () => null,
  tls: Tls | null = null,
): Promise<WebhookReceiver> {
  const hooks: WebhookReceiver = { url: '', received: [], onStep, close };
  const receive: RequestListener = (request, response) => {
    const reach = (step: WebhookStep, goOn: () => void) => {
      const fault = hooks.onStep(step);
      if (fault === null) goOn();
      else if (fault === 'cut') request.socket.destroy();
      else if (fault === 'garbage') request.socket.end('garbage\r\n\r\n');
      else if (fault !== 'hang') response.writeHead(fault, { location: `${hooks.url}/elsewhere` }).end();
    };
    const chunks: Buffer[] = [];
    reach('head', () => {
      request.once('data', () =>
        reach('half', () => {
          request.on('end', () => {
            const { url: path = '', headers } = request;
            hooks.received.push({ path, headers, body: Buffer.concat(chunks).toString() });
            reach('end', () => {
              response.end('ok');
              reach('sent', () => {});
            });
          });
        }),
      );
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
    });
  };
  const server = tls ? createTlsServer(tls, receive) : createServer(receive);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hooks.url = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  return hooks;
}
