import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { writeSelfSigned } from '../../test/support/self-signed.ts';
import { makeTemporaryFolder } from '../../test/support/server-process.ts';
import { connectionFault, peers } from './connection-fault.ts';

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });
const fetchFailed = (cause: Error) => new TypeError('fetch failed', { cause });

test.each([
  [
    'a proxy',
    fetchFailed(new Error('x', { cause: new Error('Proxy response (403) !== 200 when HTTP Tunneling') })),
    'proxy',
    /NO_PROXY\.$/,
  ],
  [
    'a proxy for a request',
    coded('ERR_PROXY_TUNNEL', 'Failed: HTTP/1.1 407 Proxy Authentication Required'),
    'proxy',
    /HTTPS_PROXY: http/,
  ],
  [
    'an unknown authority',
    coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'certificate',
    /is not trusted\. Name its authority in NODE_EXTRA_CA_CERTS\.$/,
  ],
  [
    'an unknown authority of a mail server',
    coded('ESOCKET', 'self-signed certificate in certificate chain'),
    'certificate',
    /not trusted/,
  ],
  ['an expired certificate', coded('CERT_HAS_EXPIRED'), 'certificate', /not valid now\. Renew it/],
  ['a certificate of another host', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate', /another host/],
  [
    'a mail server without TLS',
    coded('ESOCKET', 'error:0A00010B:SSL routines:tls_validate_record_header:wrong version number'),
    'no-tls',
    /without TLS\. Check the port/,
  ],
  [
    'another protocol',
    coded('HPE_INVALID_CONSTANT', 'Parse Error: Expected HTTP/'),
    'no-http',
    /something else than HTTP/,
  ],
  [
    'several addresses',
    new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]),
    'refused',
    /nothing listens there/,
  ],
  [
    'a mail server that does not listen',
    coded('ESOCKET', 'connect ECONNREFUSED 10.0.0.1:25'),
    'refused',
    /nothing listens there/,
  ],
  [
    'a name',
    fetchFailed(coded('ENOTFOUND', 'getaddrinfo ENOTFOUND mail.example.ru')),
    'no-address',
    /Check the name servers and/,
  ],
  [
    'a time limit',
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    'silent',
    /not answer in time/,
  ],
  ['a silent directory', new Error('BindRequest: Operation timed out'), 'silent', /not answer in time/],
  ['a network', coded('EHOSTUNREACH'), 'no-route', /no route leads there/],
  ['a cut', fetchFailed(coded('UND_ERR_SOCKET', 'other side closed')), 'cut', /firewalls and proxies on the way/],
])('the fault of %s has its remedy, without an address', (_, error, kind, text) => {
  const fault = connectionFault(error, peers.mail);
  expect(fault).toEqual({ kind, text: expect.stringMatching(text) });
  expect(fault?.text).not.toMatch(/example|10\.0|undefined/);
});

test('an error that is not a connection fault has none', () => {
  const cyclic = new Error('x');
  cyclic.cause = cyclic;
  const errors = [new TypeError('x is not a function'), coded('23505'), cyclic, null, 'timeout'];
  expect(errors.map((error) => connectionFault(error, peers.vk))).toEqual(errors.map(() => null));
});

describe('a real server', () => {
  const { folder, remove } = makeTemporaryFolder();
  const servers: Server[] = [];
  let restoreProxy = () => {};

  async function listen<Started extends Server>(server: Started): Promise<number> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }
  const faultOf = (url: string) =>
    fetch(url).then(
      () => null,
      (error: unknown) => connectionFault(error, peers.vk)?.text,
    );

  afterEach(() => restoreProxy());
  afterAll(() => {
    for (const server of servers) server.close();
    remove();
  });

  test('that is a proxy and requires a password', async () => {
    const proxy = createServer().on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'),
    );
    const HTTPS_PROXY = `http://me:hunter2@127.0.0.1:${await listen(proxy)}`;
    restoreProxy = http.setGlobalProxyFromEnv({ HTTPS_PROXY });
    expect(await faultOf('https://api.vk.example/')).toBe(
      'the proxy wants a name and a password (407). Put them into HTTPS_PROXY: http://user:password@proxy:3128.',
    );
  });

  test('whose certificate nobody has signed, that has no TLS, or that does not listen', async () => {
    const files = writeSelfSigned(folder, 'localhost');
    const tls = { key: readFileSync(files.key), cert: readFileSync(files.certificate) };
    const [secure, plain] = [await listen(https.createServer(tls)), await listen(createServer())];
    const ended = createServer();
    const closed = await listen(ended);
    ended.close();
    expect(await faultOf(`https://localhost:${secure}/`)).toMatch(/^the certificate of VK is not trusted\./);
    expect(await faultOf(`https://127.0.0.1:${plain}/`)).toMatch(/^VK answers without TLS\./);
    expect(await faultOf(`http://127.0.0.1:${closed}/`)).toMatch(/nothing listens there\./);
  });
});
