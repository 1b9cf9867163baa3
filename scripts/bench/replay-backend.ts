/**
 * A backend without delay: it forwards the first request of each URL to the real one (BACKEND_URL) and then replays the
 * reply, so that the bench measures only the servers in front of it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Prints the line by which a bench server reports its port, in the form of the console's log. */
const logListening = (port: number) => console.log(JSON.stringify({ port, msg: 'listening' }));

/**
 * A backend without delay: it forwards the first request of each URL to the real one (BACKEND_URL) and then replays the
 * reply, so that the bench measures only the servers in front of it.
 */
type Reply = { status: number; headers: Record<string, string | string[]>; body: Buffer };

const backend = process.env.BACKEND_URL ?? '';
const replies = new Map<string, Reply>();

async function ask(method: string, url: string, cookie: string, body: string): Promise<Reply> {
  const response = await fetch(backend + url, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: body === '' ? null : body,
  });
  return {
    status: response.status,
    headers: {
      'content-type': response.headers.get('content-type') ?? 'application/json',
      'set-cookie': response.headers.getSetCookie(),
    },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
  const { method = 'GET', url = '/' } = request;
  const known = method === 'GET' ? replies.get(url) : undefined;
  const reply = known ?? (await ask(method, url, request.headers.cookie ?? '', await text(request)));
  if (method === 'GET' && reply.status === 200) replies.set(url, reply);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.length }).end(reply.body);
});
server.listen(0, '127.0.0.1', () => logListening((server.address() as AddressInfo).port));
