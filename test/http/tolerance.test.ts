// Proves: api#calls, api#entities, api#failures, api#replies, feed#table, phrases#table, sign-in#sessions
/** Every screen as rendered by the server from every shape of reply (docs/product/api.md). */
import { city, clientRow, commonShape, owner, phrase, refusals, shapes } from '../support/backend-shapes.ts';
import { type Misbehaviour, misbehaviours } from '../support/misbehaviours.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import {
  createTestConsole,
  createVisitor,
  signInAsAdmin,
  signInAsClient,
  type TestConsole,
  type Visitor,
} from '../support/test-console.ts';

let backend: StandIn;
type Visitors = Record<'admin' | 'client', Visitor>;
let console: TestConsole;
let visitors: Visitors;
/**
 * The same users on a console with a short time limit; the other console waits for every reply, however busy the machine is.
 */
let impatient: Visitors;

const createConsole = (timeoutMs: number) =>
  createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: String(timeoutMs) } });

/** Sessions are valid on every console with the same secret. */
function createVisitorWith(app: TestConsole['app'], { cookies }: Visitor): Visitor {
  const visitor = createVisitor(app);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  return visitor;
}

beforeAll(async () => {
  backend = await startStandIn();
  console = createConsole(20_000);
  visitors = { admin: createVisitor(console.app), client: createVisitor(console.app) };
  await signInAsAdmin(visitors.admin);
  await signInAsClient(visitors.client);
  const { app } = createConsole(500);
  impatient = { admin: createVisitorWith(app, visitors.admin), client: createVisitorWith(app, visitors.client) };
});
beforeEach(() => {
  backend.misbehave(null);
  backend.answerIn(commonShape);
});
afterAll(() => backend.close());

type Path = '/ldvknf/words' | '/ldvknf/posts' | '/ldvknf/owners' | '/ldserver/clients';
type Screen = { path: Path; who: 'admin' | 'client'; failure: string; empty: string };

/** Every table page with each role that may open it. */
const screens: readonly Screen[] = [
  { path: '/ldvknf/words', who: 'admin', failure: 'Ошибка загрузки слов', empty: 'Нет слов' },
  { path: '/ldvknf/words', who: 'client', failure: 'Ошибка загрузки слов клиента', empty: 'Нет слов' },
  { path: '/ldvknf/posts', who: 'admin', failure: 'Ошибка загрузки постов', empty: 'Нет постов' },
  { path: '/ldvknf/posts', who: 'client', failure: 'Ошибка загрузки постов', empty: 'Нет постов' },
  { path: '/ldvknf/owners', who: 'admin', failure: 'Ошибка загрузки источников', empty: 'Нет источников' },
  { path: '/ldvknf/owners', who: 'client', failure: 'Ошибка загрузки источников', empty: 'Нет источников' },
  { path: '/ldserver/clients', who: 'admin', failure: 'Ошибка загрузки клиентов', empty: 'Нет клиентов' },
];

/** The texts of a row when its nullables and times have values, and when they have none. */
const shown: Record<Path, { row: string; values: string[]; absent: string[]; time: string[]; noTime: string[] }> = {
  '/ldvknf/words': {
    row: phrase,
    values: [],
    absent: [],
    time: ['01.11.2026'],
    noTime: ['Не обновлялось'],
  },
  '/ldvknf/posts': {
    row: '>42<',
    values: [`<mark>${phrase}</mark>`, owner.name, owner.domain, city.name, city.country],
    absent: ['Нет текста', 'Без названия', 'Не указано'],
    time: ['01.11.2026, 13:00'],
    noTime: ['Неверная дата', 'Не обновлялось'],
  },
  '/ldvknf/owners': {
    row: '>-5<',
    values: [owner.name, owner.domain],
    absent: ['Без названия'],
    time: [],
    noTime: [],
  },
  '/ldserver/clients': {
    row: clientRow.name,
    values: ['first@example.test'],
    absent: [],
    time: [],
    noTime: [],
  },
};

const gridOf = (html: string) => /role="grid"[\s\S]*?<script/.exec(html)?.[0] ?? '';
const totalOf = (html: string) => /Показано \/ всего<\/span>\s*<strong>(.*?)<\/strong>/.exec(html)?.[1];

/** A list without pages shows its own length instead of the reported total. */
const totalText = (path: Path, { row, total }: { row: boolean; total: string }) =>
  path === '/ldserver/clients' ? (row ? '1' : '—') : total;

describe.each(shapes)('$name', ({ shape, seen }) => {
  test.each(screens)('$path for $who shows the data that is present', async ({ path, who, failure, empty }) => {
    backend.answerIn(shape);
    const { status, text: html } = await visitors[who].get(path);
    expect(status).toBe(200);
    expect(html).not.toContain(failure);
    const grid = gridOf(html);
    const { row, values, absent, time, noTime } = shown[path];
    expect(totalOf(html)).toBe(`${seen.row ? 1 : 0} / ${totalText(path, seen)}`);
    if (!seen.row) {
      expect(grid).toContain(empty);
      return;
    }
    for (const text of [row, ...(seen.values ? values : absent), ...(seen.times ? time : noTime)]) {
      expect(grid).toContain(text);
    }
    expect(grid).not.toMatch(/null|undefined|NaN|\[object|Invalid/);
  });

  test('the feed shows the names of the phrase, source and city of its address', async () => {
    backend.answerIn(shape);
    backend.on('GET /vknf/posts/details', () => ({ body: { posts: null, total: 0 } }));
    for (const visitor of Object.values(visitors)) {
      const { status, text: html } = await visitor.get(`/ldvknf/posts?word=7&owner=${owner.id}&city=${city.id}`);
      expect(status).toBe(200);
      expect(html).toContain(`>Источник: ${seen.values ? owner.name : owner.id}<`);
      expect(html).toMatch(seen.row ? new RegExp(`selected[^>]*>${phrase}<`) : />Фраза (<!-- -->)?7</);
      expect(html).toMatch(new RegExp(`role="combobox"[^>]*value="${seen.row && seen.values ? city.name : city.id}"`));
      const [from, to] = seen.times ? ['01.11.2026', '01.11.2026'] : ['—', '—'];
      expect(html.replaceAll('<!-- -->', '')).toMatch(new RegExp(`С ${from}<.*По ${to}<`));
    }
  });
});

test('an invisible text and an invisible name of a source count as missing', async () => {
  backend.answerIn({ ...commonShape, nullable: () => ({ String: '\u200b\u2800 ', Valid: true }) });
  const [posts, owners] = [await visitors.client.get('/ldvknf/posts'), await visitors.client.get('/ldvknf/owners')];
  expect(gridOf(posts.text)).toMatch(/>Без названия<.*>Нет текста</s);
  expect(gridOf(owners.text)).toContain('>Без названия<');
});

const endless: readonly Misbehaviour[] = ['hang', 'trickle'];

describe.each(misbehaviours)('a backend with the fault «%s»', (fault) => {
  test.each(screens)('$path for $who shows «$failure» and offers to try again', async ({ path, who, failure }) => {
    backend.misbehave(fault);
    const { status, text: html } = await (endless.includes(fault) ? impatient : visitors)[who].get(path);
    expect(status).toBe(503);
    expect(html).toMatch(new RegExp(`role="alert"[^>]*><p>${failure}</p><button[^>]*>Попробовать снова</button>`));
    expect(html).toContain('Главное меню');
    expect(html).not.toMatch(/internal|panic|It works/);
    backend.misbehave(null);
    expect((await visitors[who].get(path)).text).toContain(shown[path].row);
  });
});

describe('on the feed a failure of one call does not affect the others', () => {
  test.each([
    { call: '/vknf/posts/dates', expected: /С Ошибка даты<.*По Ошибка даты</ },
    { call: '/vknf/words/paginated', expected: /Ошибка загрузки слов</ },
    { call: `/vknf/owners/${owner.id}`, expected: new RegExp(`>Источник: ${owner.name}<`) },
    { call: '/vknf/cities', expected: new RegExp(`value="${city.name}"`) },
  ])('$call', async ({ call, expected }) => {
    backend.misbehave('status 500', call);
    const { text: html } = await visitors.admin.get(`/ldvknf/posts?owner=${owner.id}&city=${city.id}`);
    expect(html).toContain(shown['/ldvknf/posts'].row);
    expect(html.replaceAll('<!-- -->', '')).toMatch(expected);
  });
});

describe.each(refusals)('a rejection in the form of $name', ({ body, shown: message }) => {
  test('at sign-in the box shows the server’s message, or «Login failed»', async () => {
    backend.on('POST /admin/auth/login', () => ({ status: 401, body }));
    const response = await signInAsAdmin(createVisitor(console.app));
    expect(response.status).toBe(401);
    expect(response.text).toContain('Ошибка входа');
    expect(response.text).toContain(message ?? 'Login failed');
  });

  test('at the start of an impersonation it shows the server’s message, or the catalogue’s text', async () => {
    backend.on('POST /admin/impersonate', () => ({ status: 409, body }));
    const response = await visitors.admin.postJson('/api/v1/admin/impersonate', { client_id: 'client-1' });
    expect(response.status).toBe(409);
    expect(response.body.message).toBe(message ?? 'Ошибка имперсонализации');
  });
});

test('cookies that the backend sets for another path and host are sent back to it on every page and call', async () => {
  for (const path of ['/ldvknf/words', '/api/v1/vknf/words/paginated']) {
    await visitors.admin.get(path);
    expect(backend.calls.at(-1)?.headers.cookie).toContain('access_token=a1');
  }
});

/** Backends differ in the identity that they return at sign-in. */
test.each([
  { reply: { username: 'root' }, id: 'root' },
  { reply: { admin_id: 1, username: 'root' }, id: '1' },
  { reply: { admin_id: '7', username: { String: 'root', Valid: true }, token: 'x' }, id: '7' },
])('a sign-in reply $reply opens the administrator’s pages', async ({ reply, id }) => {
  backend.on('POST /admin/auth/login', () => ({ body: reply }));
  const visitor = createVisitor(console.app);
  expect((await signInAsAdmin(visitor)).headers.location).toBe('/ldserver/clients');
  const { text } = await visitor.get('/profile');
  expect(text).toContain('root');
  expect(text).toContain(id);
});

test.each([{}, null, [], 'ok', { username: null }, { username: '' }])(
  'a sign-in reply %j without an identity does not sign in',
  async (reply) => {
    backend.on('POST /admin/auth/login', () => ({ body: reply }));
    const visitor = createVisitor(console.app);
    const response = await signInAsAdmin(visitor);
    expect(response.status).toBe(502);
    expect(response.text).toContain('Ошибка входа');
    expect(visitor.cookies.has('console_session')).toBe(false);
  },
);
