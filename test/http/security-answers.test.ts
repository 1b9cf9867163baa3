// Proves: layers#errors, security#statements
/** Statements 11, 12 (docs/product/security.md): caching of responses; contents of errors and logs. */
import path from 'node:path';
import request, { type Response } from 'supertest';
import { readAssets } from '../../server/http/assets.ts';
import * as messages from '../../shared/messages.ts';
import { routes } from '../../shared/routes.ts';
import type { Misbehaviour } from '../support/misbehaviours.ts';
import { exchangeBytes, listen, statusesOf } from '../support/raw-http.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  openAsAdmin,
  sessionForms,
  signInAsAdmin,
  type TestConsole,
  type Visitor,
} from '../support/test-console.ts';

let backend: StandIn;
let console: TestConsole;
let admin: Visitor;

beforeAll(async () => {
  backend = await startStandIn();
});
beforeEach(async () => {
  ({ console, admin } = await openAsAdmin(backend));
});
afterAll(() => backend.close());

describe('[11] caches', () => {
  const folder = path.join(import.meta.dirname, '../../dist/client');

  test('pages, JSON, redirects and errors are no-store, signed in or not', async () => {
    const addresses = [...routes.map(addressOf), '/', '/nowhere', '/healthz', '/readyz'];
    addresses.push('/api/v1/vknf/words/paginated', '/api/v1/nowhere', '/api/v1/a%2fb');
    const visitors = [admin, createVisitor(console.app)];
    for (const visitor of visitors) {
      const replies: Response[] = [];
      for (const address of addresses) replies.push(await visitor.get(address));
      for (const form of sessionForms) replies.push(await visitor.postForm(form));
      replies.push(await visitor.postJson('/api/v1/admin/auth/refresh'));
      const kept = replies.filter(({ headers }) => headers['cache-control'] !== 'no-store');
      expect(kept.map((reply) => reply.request.url)).toEqual([]);
    }
  });

  test('every static file has a hash in its name and is immutable', async () => {
    const { app } = createTestConsole({ apiUrl: backend.url, assets: readAssets(folder) });
    const html = (await createVisitor(app).get('/login')).text;
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      expect(file).toMatch(/[-.][A-Za-z0-9_-]{8,}\.(js|css)$/);
      const { status, headers } = await createVisitor(app).get(file);
      expect([file, status, headers['cache-control']]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect((await createVisitor(app).get('/assets/nothing-12345678.js')).headers['cache-control']).toBe('no-store');
  });
});

describe('[12] errors', () => {
  const inside = /node_modules|\.tsx?\b|\bat \S+ \(|127\.0\.0\.1|backend\.internal|panic|internal\.go|ECONN|Error:/;
  const json = (address: string, body: string, type = 'application/json') =>
    request(console.app)
      .post(address)
      .set({ Host: 'console.test', Origin: 'http://console.test', 'Content-Type': type })
      .send(body);

  const formType = 'application/x-www-form-urlencoded';
  const big = 'x'.repeat(20_000);
  const callBackend = () => admin.get('/api/v1/vknf/words');
  const signIn = () => signInAsAdmin(createVisitor(console.app));

  type Fault = { name: string; status: number; act: () => PromiseLike<Response>; how: Misbehaviour | null };
  const fault = (name: string, status: number, act: Fault['act'], how: Misbehaviour | null = null): Fault => ({
    name,
    status,
    act,
    how,
  });

  /** Every kind of rejection and fault, of calls and of pages. */
  const faults: Fault[] = [
    fault('a body that is no JSON', 400, () => json('/api/v1/admin/auth/login', '{"username":')),
    fault('a body in an unknown charset', 400, () => json('/login', 'a=b', `${formType}; charset=x-user`)),
    fault('a body over the limit', 413, () => json('/api/v1/admin/auth/login', JSON.stringify({ username: big }))),
    fault('a form over the limit', 413, () => json('/login', big, formType)),
    fault('a path with a second spelling', 400, () => admin.get('/api/v1/a%2fb')),
    fault('a call of another site', 403, () => request(console.app).post('/api/v1/vknf/words/create')),
    fault('a form of another site', 403, () => request(console.app).post('/login')),
    fault('a call by another method', 405, () => admin.get('/api/v1/vknf/words/delete')),
    fault('a refresh without a session', 401, () => createVisitor(console.app).postJson('/api/v1/admin/auth/refresh')),
    fault('a page that is not there', 404, () => admin.get('/nowhere')),
    fault('a backend that resets', 502, callBackend, 'reset'),
    fault('a backend that panics', 500, callBackend, 'status 500'),
    fault('a backend that redirects', 502, callBackend, 'status 302'),
    fault('a backend that hangs', 504, callBackend, 'hang'),
    fault('a sign-in on a backend that panics', 502, signIn, 'status 500'),
    fault('a sign-in on a backend that hangs', 504, signIn, 'hang'),
  ];

  /** The text of a backend's fault looks like a message but may expose internals, as a stack trace does. */
  test.each(['error', 'message'])('the text of a backend’s fault in {"%s": …} is not shown', async (key) => {
    const faulty = await startStandIn();
    const panic = () => ({ status: 500, body: { [key]: 'dial tcp backend.internal:5432: ECONNREFUSED' } });
    for (const call of ['GET /vknf/words', 'POST /admin/auth/login']) faulty.on(call, panic);
    const visitor = createVisitor(createTestConsole({ apiUrl: faulty.url }).app);
    const replies = [await visitor.get('/api/v1/vknf/words'), await signInAsAdmin(visitor)];
    await faulty.close();
    expect(replies.map(({ status }) => status)).toEqual([500, 502]);
    for (const { text } of replies) {
      expect(text).not.toMatch(inside);
      expect(text).toMatch(/Сервис данных не отвечает|Login failed/);
    }
  });

  test.each(faults)(
    '$name: $status without internals, and with the request ID of the log',
    async ({ status, act, how }) => {
      backend.misbehave(how);
      const reply = await act();
      expect(reply.status).toBe(status);
      const { text, headers } = reply;
      expect(text.replace(/"Ошибка:?/g, '')).not.toMatch(inside);
      expect(JSON.stringify(headers)).not.toMatch(/internal|express/i);
      const id = headers['x-request-id'];
      expect(console.log).toContainEqual(expect.objectContaining({ msg: 'request', requestId: id, status }));
      if (headers['content-type']?.includes('json')) {
        const { code, ...body } = reply.body;
        expect([undefined, 'session-over']).toContain(code);
        expect(body).toEqual({ error: expect.any(String), message: body.error, request_id: id });
      } else {
        expect(text).toContain('<html lang="ru"');
      }
    },
  );

  test('an internal error shows a Russian page or JSON with the request ID, and only the log has the cause', async () => {
    // The first read of a request identifies the viewer, later ones render the error page.
    let isFirst = true;
    const now = () => {
      if (isFirst) {
        isFirst = false;
        throw new Error('secret-cause');
      }
      return Date.now();
    };
    const broken = createTestConsole({ apiUrl: backend.url, now });
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const address of ['/ldvknf/words', '/api/v1/vknf/words']) {
      isFirst = true;
      const reply = await request(broken.app).get(address).set('Cookie', cookie);
      expect(reply.status).toBe(500);
      expect(reply.text).toContain(messages.unexpected);
      expect(reply.text).toContain(reply.headers['x-request-id']);
      expect(reply.text).not.toMatch(/secret-cause|\bat \S+ \(/);
    }
    expect(JSON.stringify(broken.log)).toContain('secret-cause');
  });

  test('CR, LF and escape characters are encoded in the log, so each entry is one line', async () => {
    const forged = 'r\r\n{"level":30,"msg":"forged"}\u001b[2J\u2028\u0000';
    backend.on('POST /admin/auth/login', () => ({ status: 401 }));
    await createVisitor(console.app).postForm('/login', { type: 'admin', username: forged, password: 'p' });
    const server = await listen(console.app);
    const path = '/%0d%0a{"msg":"forged"}';
    expect(
      statusesOf(await exchangeBytes(server.port, `GET ${path} HTTP/1.1\r\nHost: c\r\nConnection: close\r\n\r\n`)),
    ).toEqual([404]);
    await server.close();
    expect(console.lines.filter((line) => !/^\P{Cc}+\n$/u.test(line))).toEqual([]);
    expect(console.log.filter(({ msg }) => msg === 'forged')).toEqual([]);
    expect(console.log.find(({ event }) => event === 'sign-in refused')?.name).toBe('r\r\n…');
  });
});
