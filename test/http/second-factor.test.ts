// Proves: people#second-factor, sign-on#leaving
/** The second factor in the console: forms without JavaScript, cookies, and other backends. */
import { generateSync } from 'otplib';
import type { Config } from '../../server/platform/settings.ts';
import { backendAdmin, startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';

const minute = 60_000;
let clock: TestClock;
let backend: TestBackend;
let visitor: Visitor;

async function start(config: Partial<Config> = {}): Promise<void> {
  clock = createTestClock();
  backend = await startTestBackend({ now: clock.now, config });
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url, now: clock.now }).app);
  // The first request asks for the backend's kind.
  await visitor.get('/invitation');
}
afterEach(() => backend.close());

const account = { type: 'admin', ...backendAdmin };
const signIn = (next?: string) => visitor.postForm('/login', { ...account, ...(next && { next }) });
const code = (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now() / 1000) });
const secretOf = (html: string): string => /name="secret" value="([A-Z2-7]{32})"/.exec(html)?.[1] ?? '';
const codesOf = (html: string): string[] => html.match(/[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/g) ?? [];

test('is enabled on the profile, asked for at the next sign-in, and disabled, all by forms', async () => {
  await start();
  await signIn();
  expect((await visitor.get('/profile')).text).toMatch(
    /Второй фактор<\/h2>.*action="\/profile\/second-factor".*Включить/s,
  );
  const form = await visitor.get('/profile/second-factor');
  const secret = secretOf(form.text);
  expect(form.text).toMatch(/<svg[^>]*aria-label="QR-код"/);
  const wrong = await visitor.postForm('/profile/second-factor', {
    secret,
    code: '000000',
    password: backendAdmin.password,
  });
  expect([wrong.status, secretOf(wrong.text)]).toEqual([400, secret]);
  expect(wrong.text).toMatch(/name="code".*Неверный код/s);
  const fields = { secret, code: code(secret), password: backendAdmin.password };
  const wrongPassword = await visitor.postForm('/profile/second-factor', { ...fields, password: 'other' });
  expect(wrongPassword.text).toMatch(/name="password".*Неверный текущий пароль.*name="code"/s);
  const enabled = await visitor.postForm('/profile/second-factor', fields);
  const [recovery = '', ...others] = codesOf(enabled.text);
  expect([enabled.status, others.length, enabled.headers['cache-control']]).toEqual([200, 9, 'no-store']);
  expect((await visitor.get('/profile')).text).toMatch(/Осталось резервных кодов: 10.*Выключить.*Резервные коды/s);
  await visitor.postForm('/logout');

  clock.advance(minute);
  const step = await signIn('/ldserver/journal?who=a');
  expect([step.status, step.headers.location]).toEqual([303, '/second-factor?next=%2Fldserver%2Fjournal%3Fwho%3Da']);
  expect([...visitor.cookies.keys()]).toEqual(['pending_sign_in']);
  expect((await visitor.get('/profile')).headers.location).toMatch('/login');
  const location = String(step.headers.location);
  const page = await visitor.get(location);
  expect(page.text).toMatch(/<h1>Второй фактор<\/h1>.*Код из приложения.*href="([^"]*)">Использовать резервный код/s);
  const refused = await visitor.postForm(location, { code: '000000' });
  expect([refused.status, refused.text.includes('Неверный код')]).toEqual([400, true]);
  const done = await visitor.postForm(location, { code: code(secret) });
  expect([done.status, done.headers.location]).toEqual([303, '/ldserver/journal?who=a']);
  expect([...visitor.cookies.keys()].sort()).toEqual(['access_token', 'console_session', 'refresh_token']);
  expect((await visitor.get('/second-factor')).status).toBe(303);

  const form2 = await visitor.get('/profile/second-factor');
  expect(form2.text).toMatch(/Текущий пароль или код.*Выключить.*Новые резервные коды/s);
  const off = await visitor.postForm('/profile/second-factor', { proof: recovery, action: 'disable' });
  expect([off.status, off.headers.location]).toEqual([303, '/profile']);
  expect((await visitor.get('/profile')).text).toContain('Включить');
});

test('if required, is set up between password and session, by forms', async () => {
  await start({ REQUIRE_TOTP: 'administrators' });
  const step = await signIn();
  expect(step.headers.location).toBe('/second-factor');
  const form = await visitor.get('/second-factor');
  expect(form.text).toContain('Для входа нужен второй фактор');
  expect(form.text).not.toContain('Текущий пароль');
  const secret = secretOf(form.text);
  const enabled = await visitor.postForm('/second-factor', { secret, code: code(secret) });
  expect([enabled.status, codesOf(enabled.text).length]).toEqual([200, 10]);
  expect(enabled.text).toMatch(/href="\/ldserver\/clients"[^>]*>Продолжить/);
  expect((await visitor.get('/ldserver/clients')).status).toBe(200);
  expect((await visitor.get('/profile/second-factor')).text).not.toContain('value="disable"');
});

test('a JSON sign-in says which step is missing, and completes it with the console’s own cookie', async () => {
  await start({ REQUIRE_TOTP: 'all' });
  const send = (path: string, body: object) => visitor.postJson(path, body);
  const reply = await send('/api/v1/admin/auth/login', backendAdmin);
  expect([reply.status, reply.body]).toEqual([200, { second_factor: 'enrolment' }]);
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const enabled = await send('/api/v1/server/second-factor/enable', { Secret: secret, Code: code(secret) });
  expect(enabled.body).toMatchObject({ User: { admin_id: 1, username: 'admin' } });
  expect(visitor.cookies.has('console_session')).toBe(true);
  await visitor.postForm('/logout');
  clock.advance(minute);
  expect((await send('/api/v1/admin/auth/login', backendAdmin)).body).toEqual({ second_factor: 'code' });
  const verified = await send('/api/v1/server/second-factor/verify', { Code: code(secret) });
  expect([verified.body, visitor.cookies.has('console_session')]).toEqual([{ admin_id: 1, username: 'admin' }, true]);
});

test('without a sign-in that waits, the step leads to the sign-in page', async () => {
  await start();
  const next = '?next=%2Fldvknf%2Fposts';
  expect((await visitor.get(`/second-factor${next}`)).headers.location).toBe(`/login${next}`);
  expect((await visitor.postForm(`/second-factor${next}`, { code: '123456' })).headers.location).toBe(`/login${next}`);
  expect((await visitor.get('/second-factor?next=%2F%2Fevil.example')).headers.location).toBe('/login');
});

test('a directory that does not answer is named in the sign-in form', async () => {
  await start();
  const verify = () => Promise.reject(new Error('down'));
  const other = await startTestBackend({ directories: { ldap: { verify, recheck: verify } } });
  const guest = createVisitor(createTestConsole({ apiUrl: other.url }).app);
  const reply = await guest.postForm('/login', { type: 'client', client_id: 'anna', password: 'пароль' });
  expect([reply.status, reply.text.includes('Каталог организации не отвечает')]).toEqual([503, true]);
  await other.close();
});
