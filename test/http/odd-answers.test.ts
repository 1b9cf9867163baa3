// Proves: security#statements
/** Statement 14 (docs/product/security.md): replies that are not valid HTTP. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, type Visitor } from '../support/test-console.ts';

/** Response heads that no HTTP server sends; Node's client accepts some of them. */
const oddHeads = [
  ...['000', '42', '099', '101', '102', '199', '304', '600', '999', '1000', '-200'].map((status) => ({
    name: `status ${status}`,
    head: `${status} Odd`,
  })),
  { name: 'a control character', head: '200 OK\r\nX: \u0001' },
  { name: 'a negative length', head: '200 OK\r\nContent-Length: -1' },
  { name: 'two lengths', head: '200 OK\r\nContent-Length: 2\r\nContent-Length: 3' },
  { name: 'a header of 20 kB', head: `200 OK\r\nX: ${'a'.repeat(20_000)}` },
];

let head = '';
const backend = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('data', () => socket.end(`HTTP/1.1 ${head}\r\nContent-Type: application/json\r\n\r\n{}`));
});
let app: Parameters<typeof createVisitor>[0];
let admin: Visitor;

beforeAll(async () => {
  const healthy = await startStandIn();
  admin = createVisitor(createTestConsole({ apiUrl: healthy.url }).app);
  await signInAsAdmin(admin);
  await healthy.close();
  await once(backend.listen(0, '127.0.0.1'), 'listening');
  const { port } = backend.address() as AddressInfo;
  app = createTestConsole({ apiUrl: `http://127.0.0.1:${port}`, environment: { API_TIMEOUT_MS: '500' } }).app;
});
afterAll(() => once(backend.close(), 'close'));

test.each(oddHeads)(
  '[14] a reply with $name fails calls, pages and the sign-in, and the console stays healthy',
  async (odd) => {
    head = odd.head;
    const visitor = createVisitor(app);
    for (const [name, value] of admin.cookies) visitor.cookies.set(name, value);
    expect([502, 504]).toContain((await visitor.get('/api/v1/vknf/words')).status);
    const page = await visitor.get('/ldvknf/words');
    expect([page.status, page.text.includes('Ошибка загрузки слов')]).toEqual([503, true]);
    expect([502, 504]).toContain((await signInAsAdmin(createVisitor(app))).status);
    expect((await visitor.get('/healthz')).status).toBe(200);
  },
);
