/** The capabilities that the console reads from a backend and passes to its pages. */
import { routes } from '../../shared/routes.ts';
import { offerPages } from '../support/offer-pages.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, type Visitor } from '../support/test-console.ts';

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

test('pages receive the capabilities that both the backend and the console support', async () => {
  offer('collection', 'counts', 'time-travel', null);
  await untilCapabilities(['counts', 'collection']);
});

test('the backend is asked for them without cookies, at most once a minute', async () => {
  offer();
  for (const route of routes.filter(({ capability }) => capability === undefined)) await visitor.get(route.path);
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

test.each([
  ['404', 'status 404'],
  ['a fault', 'status 500'],
  ['a reply that is not JSON', 'html'],
  ['a cut connection', 'reset'],
] as const)('%s means no capabilities and breaks no page', async (_name, how) => {
  if (how === 'status 404') backend.on('GET /capabilities', () => ({ status: 404, body: { error: 'no such call' } }));
  else backend.misbehave(how, '/capabilities');
  expect(await readCapabilities()).toEqual([]);
  const { status, text } = await visitor.get('/ldvknf/collection');
  expect([status, text]).toEqual([404, expect.stringContaining('Страница не найдена')]);
  expect(await readCapabilities()).toEqual([]);
});

test('no page waits for a reply that does not come', async () => {
  offer('counts');
  const held = backend.hold('GET /capabilities');
  for (const route of routes.filter(({ capability }) => capability === undefined)) {
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
  for (const route of routes.filter(({ capability }) => capability !== undefined)) {
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

test.each(['words=3,7', 'weekday=2', 'hour=0', 'city=0'])(
  'the first page of a process can be the posts of a figure: %s',
  async (query) => {
    offer('analytics');
    const admin = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
    await signInAsAdmin(admin);
    await admin.get(`/ldvknf/posts?${query}`);
    const sent = backend.calls.map(({ path }) => path).filter((path) => path.startsWith('/vknf/posts/details'));
    expect(sent).toEqual([expect.stringMatching(/wordIds|weekday|hour|cityId=0/)]);
  },
);

test('removed capabilities disappear after a minute', async () => {
  offer('counts');
  await untilCapabilities(['counts']);
  backend.misbehave('status 500', '/capabilities');
  time += 60_000;
  await untilCapabilities([]);
});
