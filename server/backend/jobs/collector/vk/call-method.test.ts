import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callMethod } from './call-method.ts';
import { searchNews } from './methods.ts';

let server: Server;
afterEach(() => server.close());

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const call = (origin: string) => {
  const method = searchNews({ text: 'метро', from: 0, to: 1000, startFrom: null });
  return callMethod({ origin, key: 'secret', method, timeoutMs: 20_000 }, new AbortController().signal);
};

test('an endless reply is aborted at 32 MiB', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  const origin = await listen((_request, response) => {
    const send = () => {
      do sent += chunk.length;
      while (response.write(chunk));
    };
    response.on('drain', send).on('close', closed.resolve);
    send();
  });
  expect(await call(origin)).toEqual({
    type: 'fault',
    reason: 'The reply is larger than 33554432 bytes',
    cause: 'Ответ ВК слишком велик',
  });
  await closed.promise;
  expect(sent).toBeGreaterThan(32 * 1024 * 1024);
});

test('a redirect is not followed, so the key stays with VK', async () => {
  const paths: (string | undefined)[] = [];
  const origin = await listen((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await call(origin)).toEqual({
    type: 'fault',
    reason: 'HTTP 302 without a reply in JSON',
    cause: 'ВК ответил не по правилам (HTTP 302)',
  });
  expect(paths).toEqual(['/method/newsfeed.search']);
});

test('an error of VK counts with any HTTP status below 500', async () => {
  const origin = await listen((_request, response) => {
    response.writeHead(401).end(JSON.stringify({ error: { error_code: 5, error_msg: 'User authorization failed' } }));
  });
  expect(await call(origin)).toMatchObject({ type: 'error', error: { error_code: 5 } });
});

test('a server that does not listen is reported with the remedy', async () => {
  const origin = await listen(() => {});
  server.close();
  await once(server, 'close');
  const reason = 'VK cannot be reached: nothing listens there. Start it, or check VK_API_ORIGIN or HTTPS_PROXY.';
  expect(await call(origin)).toEqual({ type: 'fault', reason, cause: 'ВК не принимает соединение' });
});
