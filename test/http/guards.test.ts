// Proves: README#routes, README#users, pages#navigation
/** Guards and titles of every route of the page table (docs/product/README.md), iterated so that none is left out. */
import { type PageName, routes } from '../../shared/routes.ts';
import { phrase } from '../support/backend-shapes.ts';
import { offerPages } from '../support/offer-pages.ts';
import { ownerName } from '../support/owner-card-replies.ts';
import { addressOf } from '../support/route-addresses.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type TestConsole,
} from '../support/test-console.ts';

let backend: StandIn;
let console: TestConsole;

beforeAll(async () => {
  backend = await startStandIn();
  offerPages(backend);
  console = createTestConsole({ apiUrl: backend.url });
});
afterAll(() => backend.close());

const ownerNameInHtml = ownerName.replace('<', '&lt;').replace('>', '&gt;');
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];

/** Signed-in users are redirected from these to the first page. */
const ofSignIn: PageName[] = ['login', 'second-factor'];

describe.each(routes)('$path', (route) => {
  const address = addressOf(route);
  const title = { 'word-card': phrase, 'owner-card': ownerNameInHtml }[String(route.name)] ?? route.title;

  test('signed out, a protected route redirects to /login with the way back', async () => {
    const response = await createVisitor(console.app).get(`${address}?x=1`);
    if (route.access === 'public') {
      expect(response.status).toBe(200);
    } else {
      expect(response.status).toBe(303);
      expect(response.headers.location).toBe(`/login?next=${encodeURIComponent(`${address}?x=1`)}`);
    }
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('an administrator gets the page with its title, heading and description', async () => {
    const visitor = createVisitor(console.app);
    await signInAsAdmin(visitor);
    const response = await visitor.get(address);
    if (route.access.startsWith('client')) {
      expect(response.headers.location).toBe('/login');
      return;
    }
    if (ofSignIn.includes(route.name)) {
      expect(response.headers.location).toBe('/ldvkwi/words');
      return;
    }
    expect(response.status).toBe(200);
    expect(titleOf(response.text)).toBe(`${title} — LDVK Монитор`);
    expect(headingOf(response.text)).toBe(title);
    expect(response.text).toContain(route.description);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('a client gets the page too, but an administrator’s route redirects to /login', async () => {
    const visitor = createVisitor(console.app);
    await signInAsClient(visitor);
    const response = await visitor.get(address);
    if (route.access === 'admin') expect(response.headers.location).toBe('/login');
    else if (ofSignIn.includes(route.name)) expect(response.headers.location).toBe('/ldvkwi/words');
    else expect(response.status).toBe(200);
  });
});

test.each(routes.filter(({ access }) => access === 'signed-in' || access === 'admin').map(addressOf))(
  'empty parameters, which GET forms submit, leave the address of %s',
  async (address) => {
    const admin = createVisitor(console.app);
    await signInAsAdmin(admin);
    const open = async (query: string) => {
      const { status, headers } = await admin.get(address + query);
      return [status, headers.location];
    };
    expect(await open('?who=&text=%D1%82+%3D&from=&to=')).toEqual([303, `${address}?text=%D1%82+%3D`]);
    expect(await open('?who=')).toEqual([303, address]);
    expect(await open('?text=%D1%82&sort=-id=')).toEqual([200, undefined]);
  },
);

test.each(['/ldvkwi/words', '/ldvkpool/users', '/ldvkangel/owners'])(
  'the placeholder page %s shows its text and nothing else',
  async (path) => {
    const visitor = createVisitor(console.app);
    await signInAsClient(visitor);
    const main = /<main[^>]*>(.*)<\/main>/s.exec((await visitor.get(path)).text)?.[1];
    expect(main?.replaceAll(/<[^>]*>/g, '')).toBe('Функционал в разработке');
  },
);

test('/ redirects to /login when signed out, and to the key values when signed in', async () => {
  const visitor = createVisitor(console.app);
  expect((await visitor.get('/')).headers.location).toBe('/login');
  await signInAsAdmin(visitor);
  expect((await visitor.get('/')).headers.location).toBe('/login');
  expect((await visitor.get('/login')).headers.location).toBe('/ldvkwi/words');
});

test('an unknown address returns 404 with a link back, signed in or not', async () => {
  const visitor = createVisitor(console.app);
  for (const signedIn of [false, true]) {
    if (signedIn) await signInAsClient(visitor);
    const response = await visitor.get('/nowhere');
    expect(response.status).toBe(404);
    expect(headingOf(response.text)).toBe('Страница не найдена');
    expect(response.text).toContain('На главную');
  }
});

test('every route, link and redirect is under the base path', async () => {
  const { app } = createTestConsole({ apiUrl: backend.url, environment: { BASE_PATH: '/monitor/' } });
  const visitor = createVisitor(app);
  expect((await visitor.get('/login')).status).toBe(404);
  expect((await visitor.get('/monitor/profile')).headers.location).toBe('/monitor/login?next=%2Fprofile');
  const signedIn = await visitor.postForm('/monitor/login', {
    type: 'admin',
    username: 'root',
    password: 'p',
    next: '/profile',
  });
  expect(signedIn.headers.location).toBe('/monitor/profile');
  const page = await visitor.get('/monitor/ldvknf/words');
  expect(page.status).toBe(200);
  const links = [...page.text.matchAll(/(?:href|action|src)="?(\/[^"\s>]*)/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((link) => !link?.startsWith('/monitor/'))).toEqual([]);
});
