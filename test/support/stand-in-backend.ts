/**
 * A stand-in for an existing backend: answers in the shapes of docs/product/api.md, sets cookies with a different Path
 * and Domain, and misbehaves on demand. It stores no data.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commonShape, repliesIn, type Shape } from './backend-shapes.ts';
import { type Misbehaviour, misbehave } from './misbehaviours.ts';

export type RecordedCall = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
type Answer = { status?: number; body?: unknown; headers?: Record<string, string | string[]> };
type Handler = (call: RecordedCall) => Answer | Promise<Answer>;

export type StandIn = {
  url: string;
  calls: RecordedCall[];
  /** Sets the handler of `METHOD /path` (under /api/v1, without the query). */
  on(route: string, handler: Handler): void;
  /** Answers these calls with bodies, unless `on` has set a handler. */
  standBy(bodies: Record<string, unknown>): void;
  /** Sets the shape of all replies to calls of the screens; each reply has one row with this number. */
  answerIn(shape: Shape, number?: number): void;
  /** Makes all calls, or those under `path`, fail in this way; null restores them. */
  misbehave(how: Misbehaviour | null, path?: string): void;
  /** Makes each call fail as `pick` returns for its path; null means it does not fail. */
  misbehaveBy(pick: (path: string) => Misbehaviour | null): void;
  /** Holds replies of `METHOD /path` until `release`. `received` resolves with the first such call; `count` counts them. */
  hold(route: string): HeldReplies;
  openSockets(): number;
  close(): Promise<void>;
};

export type HeldReplies = { received: Promise<void>; release(): void; count(): number };

/** Returns a cookie as a backend on another host and path sets it. */
export const foreignCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/api; Domain=backend.internal; Secure; SameSite=None; Max-Age=900`;

const login = (reply: object): Answer => ({
  body: { ...reply, access_token: 'secret-token-in-json' },
  headers: { 'Set-Cookie': [foreignCookie('access_token', 'a1'), foreignCookie('refresh_token', 'r1')] },
});

const sessionHandlers: Record<string, Handler> = {
  'GET /health': () => ({ body: { status: 'ok' } }),
  'POST /admin/auth/login': () => login({ admin_id: 1, username: 'root' }),
  'POST /server/auth/login': ({ body }) => login({ client_id: JSON.parse(body).client_id }),
  'POST /admin/auth/refresh': () => login({ status: 'ok' }),
  'POST /server/auth/refresh': () => login({ status: 'ok' }),
  'POST /admin/auth/logout': () => ({ status: 204 }),
  'POST /admin/impersonate': ({ body }) => ({
    body: {
      client_id: JSON.parse(body).client_id,
      impersonated_by: 'root',
      impersonated_at: new Date().toISOString(),
      expires_at: new Date(Date.now() + 15 * 60 * 1000).toISOString(),
    },
    headers: { 'Set-Cookie': [foreignCookie('access_token', 'imp1')] },
  }),
  'POST /admin/impersonate/stop': () => login({ admin_id: 1, username: 'root' }),
};

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

export async function startStandIn(): Promise<StandIn> {
  const calls: RecordedCall[] = [];
  const handlers = new Map(Object.entries(sessionHandlers));
  const answerIn = (shape: Shape, number?: number) => {
    for (const [route, answer] of Object.entries(repliesIn(shape, number))) handlers.set(route, () => answer);
  };
  answerIn(commonShape);
  let pickFault: (path: string) => Misbehaviour | null = () => null;
  const sockets = new Set<object>();

  // With Node's default of 5 seconds a busy machine closes a connection while a request is being sent on it.
  const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const path = (request.url ?? '').replace(/^\/api\/v1/, '');
    const call = { method: request.method ?? '', path, headers: request.headers, body: '' };
    calls.push(call);
    const fault = pickFault(path);
    if (fault) return misbehave[fault](request, response);
    try {
      call.body = await readBody(request);
    } catch {
      return response.destroy();
    }
    const handler = handlers.get(`${call.method} ${path.split('?')[0]}`);
    const answer = handler ? await handler(call) : { status: 404, body: { error: 'no such call' } };
    response.writeHead(answer.status ?? 200, { 'Content-Type': 'application/json', ...answer.headers });
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
    return undefined;
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    on: (route, handler) => void handlers.set(route, handler),
    standBy: (bodies) => {
      for (const [route, body] of Object.entries(bodies))
        if (!handlers.has(route)) handlers.set(route, () => ({ body }));
    },
    answerIn,
    misbehave: (how, prefix = '/') => {
      pickFault = (path) => (path.startsWith(prefix) ? how : null);
    },
    misbehaveBy: (pick) => {
      pickFault = pick;
    },
    hold: (route) => {
      const handler = handlers.get(route);
      if (!handler) throw new Error(`Nothing handles ${route}`);
      const received = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      let held = 0;
      handlers.set(route, async (call) => {
        held += 1;
        received.resolve();
        await released.promise;
        return handler(call);
      });
      const release = () => {
        handlers.set(route, handler);
        released.resolve();
      };
      return { received: received.promise, release, count: () => held };
    },
    openSockets: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
