/** Start and end of the processes: a wrong setting stops the start with one line, a signal ends the process cleanly. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createConsoleServer, headLimits } from '../../server/http/console-server.ts';
import { expectSoon } from '../support/expect-soon.ts';
import { makeTemporaryFolder, runToEnd, startServerProcess } from '../support/server-process.ts';

const { folder, remove } = makeTemporaryFolder();
afterAll(remove);

/** Wrong values of each setting and their messages are in server/platform/settings.test.ts. */
describe('a wrong setting', () => {
  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['SESSION_SECRET', { API_URL: 'http://127.0.0.1:1' }],
    ['PORT 0 on 192.0.2.1', { HOST: '192.0.2.1', PORT: '0' }],
    ['PORT 0 on nowhere.invalid', { HOST: 'nowhere.invalid', PORT: '0' }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/data', PORT: '0' }],
    ['ADMIN_PASSWORD_FILE', { ADMIN_PASSWORD_FILE: '/nowhere/secret' }],
  ])('%s stops the start with one line that names it, and nothing is written', async (name, environment) => {
    const { code, lines } = await runToEnd('main.js', { DATA_DIR: folder, ...environment });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} .*\\. \\S`));
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('an older Node stops the start with one line', async () => {
  const older = "delete Intl.DurationFormat; Object.defineProperty(process, 'versions', { value: { node: '22.1.0' } })";
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(older)}`;
  const { code, lines } = await runToEnd('main.js', { DATA_DIR: folder, NODE_OPTIONS });
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(/^Node v\S+ is too old\. Use Node 24/)] });
});

test('a port in use stops the start with one line', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  const { port } = other.address() as AddressInfo;
  try {
    const { code, lines } = await runToEnd('main.js', { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'error' });
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining(`PORT ${port}`)] });
  } finally {
    other.close();
  }
});

test('a connection that sends nothing is closed, after a minute at most', async () => {
  const server = createConsoleServer(() => {}, { headersTimeout: 20, connectionsCheckingInterval: 10 }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const silent = connect(port, '127.0.0.1').resume();
  await once(silent, 'close');
  server.close();
  expect(headLimits.headersTimeout + headLimits.connectionsCheckingInterval).toBeLessThanOrEqual(60_000);
});

test('with few descriptors, connections are refused before none is left; the log reports it, and other connections continue', async () => {
  const command = ['/usr/bin/prlimit', '--nofile=256', process.execPath];
  const environment = { DATA_DIR: folder, PORT: '0', ADMIN_PASSWORD: 'admin-password-1' };
  const server = await startServerProcess('main.js', environment, { command });
  const sockets = Array.from({ length: 300 }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
  try {
    const [first] = sockets;
    first?.write('GET /login HTTP/1.1\r\nHost: console.test\r\n\r\n');
    const [head] = (await once(first as (typeof sockets)[number], 'data')) as [Buffer];
    expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /);
    await expectSoon(() => server.logs.some((line) => line.includes('connections refused: too many are open'))).toBe(
      true,
    );
    for (const socket of sockets) socket.destroy();
    await expectSoon(() =>
      fetch(`${server.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    ).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
});
