/** The capabilities that the console reads from a backend and passes to its pages. */
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

/** The capabilities that the page passes to its scripts. */
async function readCapabilities(): Promise<unknown> {
  const { status, text } = await visitor.get('/ldvknf/words');
  expect(status).toBe(200);
  return JSON.parse(text.match(/"capabilities":(\[[^\]]*\])/)?.[1] ?? 'null');
}

test('the page receives the capabilities that both the backend and the console support', async () => {
  offer('counts', 'time-travel', null);
  expect(await readCapabilities()).toEqual(['counts']);
});

test('the backend is asked for them without cookies, at most once a minute', async () => {
  offer();
  for (let page = 0; page < 3; page += 1) expect(await readCapabilities()).toEqual([]);
  expect(capabilityCalls()).toHaveLength(1);
  expect(capabilityCalls()[0]?.headers.cookie).toBeUndefined();
  time += 59_999;
  await readCapabilities();
  expect(capabilityCalls()).toHaveLength(1);
  offer('counts');
  time += 1;
  // Only the first reply is awaited.
  while (JSON.stringify(await readCapabilities()) !== '["counts"]');
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
});

test('removed capabilities disappear after a minute', async () => {
  offer('counts');
  expect(await readCapabilities()).toEqual(['counts']);
  backend.misbehave('status 500', '/capabilities');
  time += 60_000;
  while (JSON.stringify(await readCapabilities()) !== '[]');
});
