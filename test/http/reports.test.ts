// Proves: reports#page, reports#recipients, security#statements
/** The page of reports without JavaScript, and the page of the link that stops one. */
import request from 'supertest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { untilOffered } from '../support/feed-replies.ts';
import { offerReports } from '../support/report-replies.ts';
import { addReport } from '../support/report-values.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsClient, type TestConsole } from '../support/test-console.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

test('reports are read without JavaScript, with next and last sending and their state', async () => {
  offerReports(standIn);
  const visitor = createVisitor(createTestConsole({ apiUrl: standIn.url }).app);
  await signInAsClient(visitor);
  await untilOffered(visitor);
  const html = (await visitor.get('/ldvknf/reports')).text.replaceAll('<!-- -->', '');
  const [grid = ''] = html.split('</main>');
  const rows = grid.split('role="row"').slice(2);
  const cellsOf = (row = '') =>
    row
      .split('role="gridcell"')
      .slice(1, 8)
      .map((cell) => cell.replaceAll(/^[^>]*>|<[^>]*>|<div $/g, ''));
  expect(cellsOf(rows[0])).toEqual([
    'Неделя',
    'Дороги',
    'Прошлая неделя Письмо, PDF',
    'Пн в 09:00 следующая: 09.11.2026, 09:00',
    'anna@example.ru, boris@example.ru — отписался 02.11.2026',
    '02.11.2026, 09:00 Отправлено: 3, ошибка: 1',
    'Действует',
  ]);
  expect(cellsOf(rows[1]).slice(3)).toEqual([
    'Без расписания ',
    'anna@example.ru',
    '—',
    'Остановлен: у Анна нет права на экспорт',
  ]);
});

test('the page opens for editors with the right to export, as the newest reply about the session says', async () => {
  offerReports(standIn);
  const person = { login: 'anna', name: 'Анна', role: 'editor' };
  const signedIn = (fields: object) => () => ({
    body: { client_id: 'client-1', person: { ...person, ...fields } },
    headers: { 'Set-Cookie': ['access_token=a1; Path=/', 'refresh_token=r1; Path=/'] },
  });
  // As version 1.0.0 signed in.
  standIn.on('POST /server/auth/login', signedIn({}));
  standIn.on('POST /server/auth/refresh', signedIn({ may_export: true }));
  const visitor = createVisitor(createTestConsole({ apiUrl: standIn.url }).app);
  await signInAsClient(visitor);
  await untilOffered(visitor);
  const refused = await visitor.get('/ldvknf/reports');
  expect([refused.status, refused.headers.location]).toEqual([303, '/login']);
  await visitor.postJson('/api/v1/server/auth/refresh');
  expect((await visitor.get('/ldvknf/reports')).status).toBe(200);
});

describe('the link that stops a report', () => {
  let backend: TestBackend;
  let console: TestConsole;
  let address: string;
  const now = Date.parse('2026-11-20T09:00:00Z');

  beforeAll(async () => {
    backend = await startTestBackend({ now: () => now });
    const { clientId } = await backend.createClient();
    const account = `client:${clientId}`;
    await addReport(backend.store, account, { viewIds: [], name: 'Неделя <b>' }, null, now);
    const [report] = await backend.store.reports.list(account);
    const token = Buffer.from(report?.recipients[0]?.token ?? []).toString('base64url');
    address = `/reports/stop/${token}`;
    console = createTestConsole({ apiUrl: backend.url });
  });
  afterAll(() => backend.close());

  /** Without cookies, as from a mail. */
  const open = () => request(console.app).get(address).set('Host', 'console.test');
  const submit = (origin = 'http://console.test') =>
    request(console.app).post(address).set({ Host: 'console.test', Origin: origin });
  const stoppedAt = async () => (await backend.store.reports.findRecipient(tokenBytes()))?.stoppedAt;
  const tokenBytes = () => Buffer.from(address.split('/').at(-1) ?? '', 'base64url');

  test('is a page without sign-in that names report and address, and whose opening changes nothing', async () => {
    const { status, text, headers } = await open();
    expect(status).toBe(200);
    expect(text).toContain('<h1>Отписка от отчёта</h1>');
    expect(text).toContain('Неделя &lt;b&gt;');
    expect(text).toContain('anna@example.ru');
    expect(text).toMatch(/<button type="submit"[^>]*>Больше не присылать<\/button>/);
    expect(headers['cache-control']).toBe('no-store');
    expect(await stoppedAt()).toBeNull();
  });

  test('stops by its form only, and only from its own page (8)', async () => {
    expect((await submit('http://elsewhere.test')).status).toBe(403);
    expect(await stoppedAt()).toBeNull();
    const { status, headers } = await submit();
    expect([status, headers.location]).toEqual([303, address]);
    expect(await stoppedAt()).toBe(now);
    const { text } = await open();
    expect(text).toContain('Отчёт больше не будет приходить на этот адрес');
    expect(text).not.toContain('<button type="submit"');
  });

  test('is not found with another token, and no log has the token (12)', async () => {
    for (const token of ['A'.repeat(43), 'x', `${address.split('/').at(-1)}A`]) {
      expect((await request(console.app).get(`/reports/stop/${token}`).set('Host', 'console.test')).status).toBe(404);
    }
    const logged = JSON.stringify([console.log, backend.log]);
    expect(logged).toContain('/reports/stop/…');
    expect(logged).not.toContain(address.split('/').at(-1));
  });
});
