// Proves: analytics#url, api#two-kinds-of-backend, work#filters
/** The kind of the backend that the console finds out and passes to its pages. */
import { version } from '../../server/platform/version.ts';
import { type BackendKind, ownCallNames } from '../../shared/backend-kind.ts';
import { routes } from '../../shared/routes.ts';
import { offerPages } from '../support/offer-pages.ts';
import { ownReply } from '../support/own-backend.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type Visitor,
} from '../support/test-console.ts';

let backend: StandIn;
let visitor: Visitor;
let time: number;

beforeEach(async () => {
  time = Date.now();
  backend = await startStandIn();
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now: () => time }).app);
  await signInAsAdmin(visitor);
});
afterEach(() => backend.close());

const answer = (body: unknown) => backend.on('GET /capabilities', () => ({ body }));
const calls = () => backend.calls.filter(({ path }) => path === '/capabilities');

/** The kind that a page passes to its scripts. */
async function readKind(): Promise<unknown> {
  const { status, text } = await visitor.get('/profile');
  expect(status).toBe(200);
  return text.match(/"backendKind":"(\w+)"/)?.[1];
}

/** A page does not wait for another answer than the first, so an earlier page asks. */
async function untilKind(expected: BackendKind): Promise<void> {
  while ((await readKind()) !== expected);
}

test.each([
  ['the name of our own', { backend: 'ldvk', version: '9.0.0' }, 'own'],
  ['all names, as 1.0.0 answers', { capabilities: [...ownCallNames, 'time-travel', null] }, 'own'],
  ['some names', { capabilities: ['collection', 'counts'] }, 'specified'],
  ['another name', { backend: 'other', capabilities: [] }, 'specified'],
] as const)('a backend that answers %s is of that kind: %j → %s', async (_, body, kind) => {
  answer(body);
  expect(await readKind()).toBe(kind);
});

const outdated = { status: 503, fault: 'outdated', reason: 'Сначала обновите backend' };

test.each([
  ['our own backend of an earlier version', { ...ownReply, version: '1.0.9' }, outdated],
  ['1.0.0, which has no version', { capabilities: ownReply.capabilities }, outdated],
  ['our own backend of the same version', { ...ownReply, version }, { status: 200 }],
  ['our own backend of a later version', { ...ownReply, version: '10.0.0' }, { status: 200 }],
  ['an existing backend', { version: '0.1.0', capabilities: [] }, { status: 200 }],
])('/readyz in front of %s', async (_, body, expected) => {
  answer(body);
  const reply = await visitor.get('/readyz');
  expect({ status: reply.status, fault: reply.body.fault, reason: reply.body.reason }).toEqual(expected);
});

test('only clients work on stories', async () => {
  answer(ownReply);
  await untilKind('own');
  expect((await visitor.get('/profile')).text).toContain('"hasWork":false');
  await signInAsClient(visitor);
  expect((await visitor.get('/profile')).text).toContain('"hasWork":true');
});

test('the backend is asked without cookies, at most once a minute', async () => {
  for (const route of routes.filter(({ on }) => on === 'both')) await visitor.get(route.path);
  expect(calls()).toHaveLength(1);
  expect(calls()[0]?.headers.cookie).toBeUndefined();
  time += 59_999;
  await readKind();
  expect(calls()).toHaveLength(1);
  answer(ownReply);
  time += 1;
  await untilKind('own');
  expect(calls()).toHaveLength(2);
  answer({ capabilities: [] });
  time += 60_000;
  await untilKind('specified');
});

/** Of administrators who are signed in. */
const optional = routes.filter(
  ({ on, access, name }) => on === 'own' && !access.startsWith('client') && name !== 'second-factor',
);

test.each([404, 401])('a status %i means an existing backend for a minute and breaks no page', async (status) => {
  backend.on('GET /capabilities', () => ({ status, body: { error: 'no such call' } }));
  expect(await readKind()).toBe('specified');
  for (const route of optional) {
    const { status, text } = await visitor.get(addressOf(route));
    expect([status, text]).toEqual([404, expect.stringContaining('Страница не найдена')]);
  }
  expect(calls()).toHaveLength(1);
});

describe.each(['status 500', 'reset', 'truncated', 'html'] as const)('while the call fails with «%s»', (how) => {
  test('a page of our own backend shows the fault with 503, and is there as soon as the backend answers', async () => {
    visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now: () => time }).app);
    offerPages(backend);
    await signInAsAdmin(visitor);
    backend.misbehave(how, '/capabilities');
    for (const route of optional) {
      const { status, text } = await visitor.get(addressOf(route));
      expect([status, text]).toEqual([503, expect.stringContaining('Сервис данных не отвечает')]);
      expect(text).toContain('Попробовать снова');
    }
    backend.misbehave(null);
    for (const route of optional) expect((await visitor.get(addressOf(route))).status).toBe(200);
  });

  test('the last answer holds', async () => {
    offerPages(backend);
    await untilKind('own');
    backend.misbehave(how, '/capabilities');
    time += 60_000;
    expect([await readKind(), await readKind()]).toEqual(['own', 'own']);
    expect((await visitor.get('/ldvknf/analytics')).status).toBe(200);
  });
});

test('pages that wait for the reply share one request', async () => {
  offerPages(backend);
  const { app } = createTestConsole({ apiUrl: backend.url });
  const admin = createVisitor(app);
  const held = backend.hold('GET /capabilities');
  await signInAsAdmin(admin);
  const replies = Promise.all(Array.from({ length: 20 }, () => admin.get('/ldvknf/collection')));
  await held.received;
  held.release();
  expect((await replies).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(held.count()).toBe(1);
});

test('other pages do not wait long for the first answer, and only once', async () => {
  const admin = createVisitor(createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '60000' } }).app);
  answer(ownReply);
  const held = backend.hold('GET /capabilities');
  await signInAsAdmin(admin);
  for (const { path, name } of routes.filter(({ on }) => on === 'both'))
    expect([path, (await admin.get(path)).status]).toEqual([path, name === 'login' ? 303 : 200]);
  expect(held.count()).toBe(1);
  held.release();
});

test('the first page of a process can be one of our own backend', async () => {
  offerPages(backend);
  for (const route of optional) {
    const { app } = createTestConsole({ apiUrl: backend.url });
    const admin = createVisitor(app);
    await signInAsAdmin(admin);
    expect([route.path, (await admin.get(addressOf(route))).status]).toEqual([route.path, 200]);
  }
});

test('the first page of a process can be the posts of a message', async () => {
  answer(ownReply);
  const admin = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsAdmin(admin);
  expect((await admin.get('/ldvknf/posts?since=41&until=57')).text).toContain('<span>Посты из оповещения</span>');
});

test.each([
  ['words=3,7', 'wordIds=3%2C7'],
  ['weekday=2', 'weekday=2'],
  ['hour=0', 'hour=0'],
  ['city=0', 'cityId=0'],
  ['story=5', 'storyId=5'],
  ['since=0', 'since=0'],
  ['unread=1', 'unread=true'],
  ['state=open', 'state=open'],
  ['assignee=me', 'assignee=me'],
  ['tag=2', 'tag=2'],
  ['tone=none', 'tone=none'],
])('the first page of a process can be the posts of a figure: %s', async (query, parameter) => {
  answer(ownReply);
  const client = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsClient(client);
  await client.get(`/ldvknf/posts?${query}`);
  const sent = backend.calls.map(({ path }) => path).filter((path) => path.startsWith('/vknf/posts/details'));
  expect(sent).toEqual([expect.stringContaining(`&${parameter}`)]);
});
