/** Sends requests over kept connections, one after another, and measures the time and size of each response. */
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** `body` is sent as JSON with POST. */
export type BenchRequest = { path: string; body?: unknown };

/** `bytes` counts the body as it was transferred, with gzip. */
export type Timed = { ms: number; bytes: number };

export type Sender = {
  /** Throws on any error response, because figures of errors mean nothing. */
  send(request: BenchRequest): Promise<Timed>;
  close(): void;
};

export function createSender(url: string, cookie: string): Sender {
  const agent = new Agent({ keepAlive: true });
  const headers = { cookie, origin: url, 'accept-encoding': 'gzip', 'content-type': 'application/json' };
  return {
    send: ({ path, body }) =>
      new Promise((resolve, reject) => {
        const started = performance.now();
        const method = body === undefined ? 'GET' : 'POST';
        const sent = request(url + path, { agent, method, headers }, async (response) => {
          const { length } = await buffer(response).catch((error: Error) => {
            reject(error);
            return { length: 0 };
          });
          const { statusCode = 0 } = response;
          if (statusCode >= 300) reject(new Error(`${method} ${path} returned ${statusCode}`));
          else resolve({ ms: performance.now() - started, bytes: length });
        });
        sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}
