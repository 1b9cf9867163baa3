// Proves: analytics#url, api#capabilities, work#filters
/** The capabilities that the console reads from a backend and passes to its pages. */
import { routes } from '../../shared/routes.ts';
import { offerPages } from '../support/offer-pages.ts';
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

const offer = (...capabilities: unknown[]) => backend.on('GET /capabilities', () => ({ body: { capabilities } }));
const capabilityCalls = () => backend.calls.filter(({ path }) => path === '/capabilities');

/** The capabilities that a page passes to its scripts. */
async function readCapabilities(): Promise<unknown> {
  const { status, text } = await visitor.get('/profile');
  expect(status).toBe(200);
  return JSON.parse(text.match(/"capabilities":(\[[^\]]*\])/)?.[1] ?? 'null');
}

/** No page waits for a reply, so an earlier page requests it. */
async function untilCapabilities(expected: string[]): Promise<void> {
  while (JSON.stringify(await readCapabilities()) !== JSON.stringify(expected));
}

test('pages receive the capabilities that both the backend and the console support, and clients alone «work»', async () => {
  offer('collection', 'counts', 'work', 'time-travel', null);
  await untilCapabilities(['counts', 'collection']);
  await signInAsClient(visitor);
  expect(await readCapabilities()).toEqual(['counts', 'collection', 'work']);
});

test('the backend is asked for them without cookies, at most once a minute', async () => {
  offer();
  for (const route of routes.filter(({ capabilities }) => capabilities === undefined)) await visitor.get(route.path);
  expect(capabilityCalls()).toHaveLength(1);
  expect(capabilityCalls()[0]?.headers.cookie).toBeUndefined();
  time += 59_999;
  await readCapabilities();
  expect(capabilityCalls()).toHaveLength(1);
  offer('counts');
  time += 1;
  await untilCapabilities(['counts']);
  expect(capabilityCalls()).toHaveLength(2);
});

/** Of administrators who are signed in. */
const optional = routes.filter(
  ({ capabilities, access, name }) =>
    capabilities !== undefined && !access.startsWith('client') && name !== 'second-factor',
);

test.each([
  ['404', () => backend.on('GET /capabilities', () => ({ status: 404, body: { error: 'no such call' } }))],
  ['401', () => backend.on('GET /capabilities', () => ({ status: 401, body: { error: 'unauthorized' } }))],
  ['a reply that is not JSON', () => backend.misbehave('html', '/capabilities')],
  ['another JSON', () => backend.on('GET /capabilities', () => ({ body: ['x'] }))],
])('%s means no capabilities for a minute and breaks no page', async (_name, answer) => {
  answer();
  expect(await readCapabilities()).toEqual([]);
  for (const route of optional) {
    const { status, text } = await visitor.get(addressOf(route));
    expect([status, text]).toEqual([404, expect.stringContaining('Страница не найдена')]);
  }
  expect(await readCapabilities()).toEqual([]);
  expect(capabilityCalls()).toHaveLength(1);
});

describe.each(['status 500', 'reset', 'truncated'] as const)('while the call fails with «%s»', (how) => {
  beforeEach(() => {
    visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now: () => time }).app);
  });

  test('a page that needs one shows the fault with 503, and is there as soon as the backend answers', async () => {
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

  test('other pages work, and those that were known stay', async () => {
    offer('counts', 'analytics');
    await signInAsAdmin(visitor);
    await untilCapabilities(['analytics', 'counts']);
    backend.misbehave(how, '/capabilities');
    time += 60_000;
    expect(await readCapabilities()).toEqual(['analytics', 'counts']);
    expect(await readCapabilities()).toEqual(['analytics', 'counts']);
    expect((await visitor.get('/ldvknf/analytics')).status).toBe(200);
    expect((await visitor.get('/ldvknf/collection')).status).toBe(404);
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

test('no page waits for a reply that does not come', async () => {
  offer('counts');
  const held = backend.hold('GET /capabilities');
  for (const route of routes.filter(({ capabilities }) => capabilities === undefined)) {
    expect([route.path, (await visitor.get(route.path)).status]).toEqual([
      route.path,
      route.name === 'login' ? 303 : 200,
    ]);
  }
  expect(held.count()).toBe(1);
  held.release();
});

test('the first page of a process can be one that needs a capability', async () => {
  offerPages(backend);
  for (const route of optional) {
    const { app } = createTestConsole({ apiUrl: backend.url });
    const admin = createVisitor(app);
    await signInAsAdmin(admin);
    expect([route.path, (await admin.get(addressOf(route))).status]).toEqual([route.path, 200]);
  }
});

test('the first page of a process can be the posts of a message', async () => {
  offer('marks', 'alerts');
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
  offer('analytics', 'copies', 'marks', 'work');
  const client = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsClient(client);
  await client.get(`/ldvknf/posts?${query}`);
  const sent = backend.calls.map(({ path }) => path).filter((path) => path.startsWith('/vknf/posts/details'));
  expect(sent).toEqual([expect.stringContaining(`&${parameter}`)]);
});

test('removed capabilities disappear after a minute', async () => {
  offer('counts');
  await untilCapabilities(['counts']);
  offer();
  time += 60_000;
  await untilCapabilities([]);
});
