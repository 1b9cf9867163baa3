// Proves: security#statements
/** Statements 4, 10 (docs/product/security.md): the proxy rejects ambiguous bytes and ambiguous paths. */
import * as messages from '../../shared/messages.ts';
import { exchangeBytes, type Listening, listen, statusesOf } from '../support/raw-http.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole } from '../support/test-console.ts';

let backend: StandIn;
let server: Listening;

beforeAll(async () => {
  backend = await startStandIn();
  const { app } = createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '1000' } });
  server = await listen(app);
});
beforeEach(() => backend.calls.splice(0));
afterAll(async () => {
  await server.close();
  await backend.close();
});

const head = 'Host: console.test\r\nOrigin: http://console.test\r\nContent-Type: application/json\r\n';
const post = (headers: string, body: string, path = '/api/v1/vknf/words/create') =>
  `POST ${path} HTTP/1.1\r\n${head}${headers}\r\n${body}`;
const hidden = 'GET /api/v1/vknf/smuggled HTTP/1.1\r\nHost: console.test\r\n\r\n';
const chunked = `0\r\n\r\n${hidden}`;

/** Each hides a second request that some parsers read as the body of the first one, and others as a request. */
const smuggling: Record<string, string> = {
  'CL.TE': post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', chunked),
  'TE.CL': post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `5c\r\n${hidden}\r\n0\r\n\r\n`),
  'TE with a second value': post('Content-Length: 5\r\nTransfer-Encoding: chunked, identity\r\n', chunked),
  'TE twice': post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n', chunked),
  'TE unknown': post('Content-Length: 5\r\nTransfer-Encoding: xchunked\r\n', chunked),
  'TE with a space before the colon': post('Content-Length: 5\r\nTransfer-Encoding : chunked\r\n', chunked),
  'TE after a tab': post('Content-Length: 5\r\nTransfer-Encoding:\tchunked\r\n', chunked),
  'TE in capitals': post('Content-Length: 5\r\nTRANSFER-ENCODING: CHUNKED\r\n', chunked),
  'TE with a vertical tab': post('Content-Length: 5\r\nTransfer-Encoding: \x0bchunked\r\n', chunked),
  'TE alone': post('Transfer-Encoding: chunked\r\n', `5\r\n${chunked}`),
  'two lengths': post('Content-Length: 5\r\nContent-Length: 100\r\n', chunked),
  'the same length twice': post('Content-Length: 5\r\nContent-Length: 5\r\n', chunked),
  'a list of lengths': post('Content-Length: 5, 5\r\n', chunked),
  'a length with a plus': post('Content-Length: +5\r\n', chunked),
  'a negative length': post('Content-Length: -5\r\n', chunked),
  'a hexadecimal length': post('Content-Length: 0x5\r\n', chunked),
  'a length with a letter': post('Content-Length: 5a\r\n', chunked),
  'a length with a space inside': post('Content-Length: 5 0\r\n', chunked),
  'a length that overflows': post('Content-Length: 18446744073709551621\r\n', chunked),
  'an empty length': post('Content-Length: \r\n', chunked),
  'a withoutSpace header': post(
    'X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 5\r\nTransfer-Encoding:\r\n chunked\r\n',
    chunked,
  ),
  'bare LF between headers': `POST /api/v1/vknf/words/create HTTP/1.1\nHost: console.test\nContent-Length: 5\nTransfer-Encoding: chunked\n\n${chunked}`,
  'bare LF in a header': post('X-A: b\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n', chunked),
  'bare CR in a header': post('X-A: b\rTransfer-Encoding: chunked\r\nContent-Length: 5\r\n', chunked),
  'NUL in a header': post('X-A: b\0\r\nContent-Length: 5\r\n', chunked),
  'a space in a header name': post('X A: b\r\nContent-Length: 5\r\n', chunked),
  'a header without a colon': post('Transfer-Encoding\r\nContent-Length: 5\r\n', chunked),
  'a chunk size with a sign': post('Transfer-Encoding: chunked\r\n', `-1\r\n${hidden}`),
  'a chunk size that overflows': post('Transfer-Encoding: chunked\r\n', `fffffffffffffffff\r\n${hidden}`),
  'a chunk that ends in LF': post('Transfer-Encoding: chunked\r\n', `2\n{}\n0\n\n${hidden}`),
  'a chunk longer than its size': post('Transfer-Encoding: chunked\r\n', `1\r\n{}${hidden}`),
  'two hosts': `GET /api/v1/health HTTP/1.1\r\nHost: console.test\r\nHost: evil.test\r\n\r\n`,
  'no host': `GET /api/v1/health HTTP/1.1\r\n\r\n`,
  'HTTP/2 by prior knowledge': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`,
  'HTTP/0.9': `GET /api/v1/vknf/smuggled\r\n`,
  'HTTP/1.9': `GET /api/v1/vknf/smuggled HTTP/1.9\r\nHost: console.test\r\n\r\n`,
  'an unknown method': `SMUGGLE /api/v1/vknf/smuggled HTTP/1.1\r\nHost: console.test\r\n\r\n`,
  'a tunnel': `CONNECT backend.internal:80 HTTP/1.1\r\nHost: backend.internal:80\r\n\r\n${hidden}`,
};

describe('[10] request smuggling', () => {
  test.each(Object.keys(smuggling))(
    '%s: the first request is rejected and the hidden one never reaches the backend',
    async (name) => {
      // Before headers the server waits for more.
      const ends = name === 'HTTP/0.9';
      const statuses = statusesOf(await exchangeBytes(server.port, smuggling[name] ?? '', ends));
      expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
      expect(backend.calls.map(({ path }) => path)).toEqual([]);
      const after = await exchangeBytes(
        server.port,
        'GET /api/v1/health HTTP/1.1\r\nHost: console.test\r\nConnection: close\r\n\r\n',
      );
      expect(statusesOf(after)).toEqual([200]);
    },
  );

  test('a hidden request within Content-Length is passed as a body of one call', async () => {
    backend.on('POST /vknf/words/create', () => ({ status: 201, body: {} }));
    const answer = await exchangeBytes(
      server.port,
      post(`Transfer_Encoding: chunked\r\nContent-Length: ${hidden.length}\r\nConnection: close\r\n`, hidden),
    );
    expect(statusesOf(answer)).toEqual([201]);
    expect(backend.calls.map(({ path, body }) => [path, body])).toEqual([['/vknf/words/create', hidden]]);
  });

  test('a protocol upgrade is treated as an ordinary call', async () => {
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n';
    const request = `GET /api/v1/health HTTP/1.1\r\nHost: console.test\r\n${upgrade}\r\n`;
    expect(statusesOf(await exchangeBytes(server.port, request))).toEqual([200]);
    expect(backend.calls[0]?.headers).not.toHaveProperty('upgrade');
    expect(backend.calls[0]?.headers).not.toHaveProperty('http2-settings');
  });
});

/** Alternative spellings of a path; the last ones are of sign-in, which the console must serve itself. */
const alternativeSpellings = [
  '..',
  '.',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%2e',
  '%252e%252e',
  '..;',
  '..%00',
  '..%5c',
  '%c0%ae%c0%ae',
  '…',
  '%2f',
  '%5c',
  '\\',
  '%00',
  '%09',
  '%0d%0a',
  '%20',
  ';a=b',
  '%25',
  '%',
  '%u002e',
  'a,b',
  "'",
  '"',
  '<',
  '|',
  '^',
].flatMap((part) => [`/api/v1/${part}/vknf/words`, `/api/v1/vknf/words/${part}`]);
const signInSpellings = [
  '/api/v1/admin/auth/logi%6e',
  '/api/v1/%61dmin/auth/login',
  '/api/v1/admin//auth/login',
  '/api/v1//admin/auth/login',
  '/api/v1/admin/./auth/login',
  '/api/v1/x/../admin/auth/login',
  '/api/v1/admin/auth/login;x',
  '/api/v1/admin/auth/login%00',
  '/api/v1/admin/auth%2flogin',
  '/api/v1/x#/../admin/auth/login',
  'http://evil.test/api/v1/admin/auth/%6cogin',
];

describe('[10] path normalisation', () => {
  test.each([...alternativeSpellings, ...signInSpellings])(
    '%s is rejected before the backend, for GET and POST',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const answer = await exchangeBytes(
          server.port,
          Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}Content-Length: 2\r\nConnection: close\r\n\r\n{}`, 'utf8'),
        );
        expect(statusesOf(answer)).toEqual([400]);
      }
      expect(backend.calls).toEqual([]);
    },
  );

  test.each(['/api/v1/ADMIN/auth/Login', '/api/v1/admin/auth/login/', '/api/v1/admin/auth/login?x=..%2f'])(
    '%s is served by the console’s own sign-in, without tokens in the reply',
    async (path) => {
      const body = JSON.stringify({ username: 'root', password: 'password' });
      const answer = await exchangeBytes(
        server.port,
        post(`Content-Length: ${body.length}\r\nConnection: close\r\n`, body, path),
      );
      expect(statusesOf(answer)).toEqual([200]);
      expect(answer).toContain('{"admin_id":1,"username":"root"}');
      expect(answer).not.toContain('secret-token');
    },
  );

  test('headers over the limit of Node get 431 in the format of every other error', async () => {
    const large = `X-Large: ${'x'.repeat(64 * 1024)}\r\n`;
    const answer = await exchangeBytes(server.port, `GET /api/v1/vknf/words HTTP/1.1\r\n${head}${large}\r\n`);
    const [, body = ''] = answer.split('\r\n\r\n');
    const { request_id, error, message } = JSON.parse(Buffer.from(body, 'latin1').toString());
    expect(statusesOf(answer)).toEqual([431]);
    expect(answer).toContain(`X-Request-Id: ${request_id}\r\n`);
    expect([error, message]).toEqual([messages.bodyTooLarge, messages.bodyTooLarge]);
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s is not a method of the API: 405 or 403',
    async (method) => {
      const path = '/api/v1/vknf/words/create';
      const request = `${method} ${path} HTTP/1.1\r\n${head}Content-Length: 0\r\nConnection: close\r\n\r\n`;
      expect([403, 405]).toContain(statusesOf(await exchangeBytes(server.port, request))[0]);
      expect(backend.calls).toEqual([]);
    },
  );

  test('a query passes unchanged', async () => {
    const query = 'text=%2e%2e%2f&q=//evil&r=a%00b';
    await exchangeBytes(server.port, `GET /api/v1/vknf/posts?${query} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    expect(backend.calls.map(({ path }) => path)).toEqual([`/vknf/posts?${query}`]);
  });
});

describe('[4] headers', () => {
  const forged = [
    'Cookie: console_session=x; access_token=a1; __Host-console_session=y; console_preferences=z',
    'X-Forwarded-For: 6.6.6.6, 7.7.7.7',
    'X-Forwarded-Host: evil.test',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Prefix: /evil',
    'X-Real-IP: 6.6.6.6',
    'X-Client-Id: admin',
    'X-Original-URL: /api/v1/admin',
    'X-HTTP-Method-Override: DELETE',
    'Forwarded: for=6.6.6.6',
    'Authorization: Bearer forged',
    'Via: 1.1 evil',
    'Origin: http://console.test',
    'Referer: http://console.test/?secret',
    'TE: trailers',
    'Connection: close, X-Request-Id, Cookie',
  ];
  const passed = ['accept', 'accept-encoding', 'accept-language', 'content-type', 'content-length', 'user-agent'];
  const ownHeaders = ['x-request-id', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

  test.each(['', 'Expect: 100-continue\r\n'])(
    'only the listed ones reach the backend, also with «%s»',
    async (expect100) => {
      const request = `POST /api/v1/vknf/words/create HTTP/1.1\r\nHost: console.test\r\n${forged.join('\r\n')}\r\n${expect100}Content-Length: 2\r\n\r\n{}`;
      // TRUST_PROXY=false makes this test an untrusted proxy.
      const strict = await listen(
        createTestConsole({ apiUrl: backend.url, environment: { TRUST_PROXY: 'false' } }).app,
      );
      await exchangeBytes(strict.port, request);
      await strict.close();
      const headers = backend.calls[0]?.headers ?? {};
      const allowed = new Set([...passed, ...ownHeaders, 'cookie', 'host', 'connection']);
      expect(Object.keys(headers).filter((name) => !allowed.has(name))).toEqual([]);
      expect(headers).toMatchObject({
        cookie: 'access_token=a1',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'console.test',
        'x-forwarded-proto': 'http',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        host: new URL(backend.url).host,
      });
    },
  );
});
