// Proves: reports#report, reports#rights, reports#sending, reports#recipients, reports#journal
/** Reports over the API, their dates, and their mails by a real mail server. */
import { pino } from 'pino';
import { createMaker } from '../../server/backend/jobs/reports/make-reports.ts';
import { createPlanner } from '../../server/backend/jobs/reports/plan-reports.ts';
import { createMailer } from '../../server/backend/jobs/sending/email-channel.ts';
import { createSender } from '../../server/backend/jobs/sending/sender.ts';
import type { ClientRole } from '../../shared/roles.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { createFakeMaker } from '../support/report-values.ts';
import { createTestClock } from '../support/test-clock.ts';

const clock = createTestClock();
const timeZone = 'Europe/Moscow';
const logger = pino({ level: 'silent' });
const day = 24 * 3_600_000;

let mails: MailServer;
let backend: TestBackend;
let clientId: string;
let owner: string;
let viewId: number;
let fake: ReturnType<typeof createFakeMaker>;

const post = (path: string, body: object = {}, cookie = owner) => backend.call('POST', path, { cookie, body });
const idOf = ({ body }: { body: unknown }): number => Number(Object.values(body as object)[0]);

/** The cookie of a person of the client. */
async function join(login: string, role: ClientRole, mayExport: boolean): Promise<string> {
  const fields = { name: login, login, role, mayExport };
  const invitation = { hash: new TextEncoder().encode(login), until: 0 };
  const personId = (await backend.store.people.invite(clientId, fields, invitation, null)) ?? 0;
  return backend.openSession({ type: 'client', clientId, person: { ...fields, personId } });
}

beforeAll(async () => {
  mails = await startMailServer();
});
afterAll(() => mails.close());
beforeEach(async () => {
  mails.received.length = 0;
  mails.onStep = () => null;
  fake = createFakeMaker(clock.now);
  backend = await startTestBackend({
    now: clock.now,
    config: {
      SMTP_URL: mails.url,
      PUBLIC_URL: 'https://monitor.example.ru',
      MAIL_DOMAINS: ['example.ru'],
      CONSOLE_TIME_ZONE: timeZone,
    },
  });
  ({ clientId } = await backend.createClient());
  await backend.store.clients.update(clientId, { exportAccess: 'allowed', email: 'press@example.ru' }, clock.now());
  owner = await backend.openSession({ type: 'client', clientId });
  viewId = idOf(await post('/vknf/views/create', { Name: 'Город', Query: '?unread=1&assignee=me' }));
});
afterEach(() => backend.close());

const body = (fields: object = {}) => ({
  Name: 'Неделя',
  ViewIDs: [viewId],
  Period: 'week',
  Sections: ['main', 'figures'],
  Formats: ['pdf', 'mail'],
  Weekdays: [1, 2, 3, 4, 5, 6, 7],
  Time: '09:00',
  Recipients: ['anna@example.ru', 'boris@example.ru'],
  ...fields,
});
const create = (fields: object = {}, cookie = owner) => post('/vknf/reports/create', body(fields), cookie);

type Listed = Record<string, unknown>;
async function listed(cookie = owner): Promise<Listed[]> {
  return ((await backend.call('GET', '/vknf/reports', { cookie })).body as { reports: Listed[] }).reports;
}

/** One round of all jobs. */
async function work(): Promise<void> {
  const { store } = backend;
  const signal = new AbortController().signal;
  await createPlanner({ store, timeZone, now: clock.now, logger })();
  await createMaker({ store, make: fake.make, now: clock.now, logger })(signal);
  const email = { smtpUrl: mails.url, from: 'monitor@example.ru', host: 'monitor.example.ru', domains: ['example.ru'] };
  const timeoutMs = 20_000;
  const consoleUrl = 'https://monitor.example.ru';
  const deps = {
    alerts: store.alerts,
    posts: store.posts,
    channels: {},
    mails: { reports: store.reports, send: createMailer(email, timeoutMs), consoleUrl, timeoutMs },
    settings: { consoleUrl, product: 'LDVK Монитор', timeZone },
    now: clock.now,
    logger,
  };
  const sender = createSender(deps, signal, (error) => {
    throw error;
  });
  await sender.tick();
  await sender.settled();
}

test('is made, listed and changed; each change makes its author the author of the report', async () => {
  expect(await create()).toMatchObject({ status: 201 });
  const [report] = await listed();
  expect(report).toMatchObject({
    Name: 'Неделя',
    ViewIDs: [viewId],
    Views: [{ Name: 'Город', Personal: ['Только непрочитанные', 'Исполнитель: Я'] }],
    Sections: ['figures', 'main'],
    Formats: ['mail', 'pdf'],
    Time: '09:00',
    Recipients: ['anna@example.ru', 'boris@example.ru'],
    State: 'active',
    Reason: null,
    Last: null,
  });
  expect(Date.parse(String(report?.NextAt))).toBeGreaterThan(clock.now());
  const vera = await join('vera', 'editor', true);
  const id = report?.ReportID;
  expect(await post(`/vknf/reports/update?id=${id}`, { Period: 'yesterday', Weekdays: [] }, vera)).toMatchObject({
    status: 200,
  });
  const account = `client:${clientId}`;
  const [changed] = await backend.store.reports.list(account);
  expect(changed).toMatchObject({ period: 'yesterday', weekdays: [], nextAt: null, author: 'vera' });
  expect(await post(`/vknf/reports/update?id=${id}`, { Name: 'Месяц', Version: 1 })).toMatchObject({ status: 409 });
});

test.each([
  [{ Name: ' ' }, 'Введите название'],
  [{ ViewIDs: [] }, 'Выберите фильтр'],
  [{ ViewIDs: [1, 2, 3, 4, 5, 6, 7] }, 'Не больше 6 фильтров'],
  [{ Sections: [] }, 'Выберите хотя бы один раздел'],
  [{ Formats: [] }, 'Выберите хотя бы один формат'],
  [{ Time: '25:00' }, 'Укажите время'],
  [{ Period: 'days', FromDay: '2026-11-02', ToDay: '2026-11-01' }, 'Последний день раньше первого'],
  [{ Recipients: [] }, 'Введите адрес'],
  [{ Recipients: ['anna'] }, 'Неверный адрес: anna'],
  [{ Recipients: ['anna@example.com'] }, 'Можно указать адрес только в домене example.ru'],
  [{ Recipients: Array.from({ length: 21 }, (_, index) => `a${index}@example.ru`) }, 'Не больше 20 получателей'],
])('is refused with %j', async (fields, message) => {
  expect(await create(fields)).toMatchObject({ status: 400, body: { message } });
  expect(await listed()).toEqual([]);
});

test('has unique names, and filters of the list of its author', async () => {
  await create();
  expect(await create()).toMatchObject({ status: 409, body: { code: 'report-exists' } });
  const foreign = await backend.createClient();
  const cookie = await backend.openSession({ type: 'client', clientId: foreign.clientId });
  const other = idOf(await post('/vknf/views/create', { Name: 'Чужой', Query: '' }, cookie));
  expect(await create({ Name: 'Другой', ViewIDs: [other] })).toMatchObject({ status: 404 });
});

test('is made by editors and owners with the right to export, and read by nobody else of the client', async () => {
  const vera = await join('vera', 'editor', true);
  const view = idOf(await post('/vknf/views/create', { Name: 'Свой', Query: '' }, vera));
  expect(await create({ Name: 'Редактор', ViewIDs: [view] }, vera)).toMatchObject({ status: 201 });
  const refused = [
    await join('gleb', 'editor', false),
    await join('inna', 'owner', false),
    await join('oleg', 'reader', true),
  ];
  for (const cookie of refused) {
    expect(await backend.call('GET', '/vknf/reports', { cookie })).toMatchObject({ status: 403 });
    expect(await create({ Name: 'Чужой' }, cookie)).toMatchObject({ status: 403 });
  }
  await backend.store.clients.update(clientId, { exportAccess: 'denied' }, clock.now());
  expect(await create({ Name: 'Запрет' })).toMatchObject({
    status: 403,
    body: { message: 'Экспорт запрещён для вашей учётной записи' },
  });
  expect(await listed()).toMatchObject([{ State: 'stopped', Reason: 'экспорт запрещён' }]);
});

test('without a mail server no report is made', async () => {
  const silent = await startTestBackend({ now: clock.now });
  const admin = await silent.signInAdmin();
  const view = idOf(await silent.call('POST', '/vknf/views/create', { cookie: admin, body: { Name: 'Всё' } }));
  const refused = await silent.call('POST', '/vknf/reports/create', { cookie: admin, body: body({ ViewIDs: [view] }) });
  expect(refused).toMatchObject({ status: 400, body: { code: 'channel-off' } });
  expect((await silent.call('GET', '/vknf/reports', { cookie: admin })).body).toMatchObject({ Sends: false });
  await silent.close();
});

test('is sent once at its date, to each recipient with an own link, about the days before the date', async () => {
  await create();
  const [report] = await backend.store.reports.list(`client:${clientId}`);
  const due = report?.nextAt ?? 0;
  await work();
  expect(mails.received).toEqual([]);
  clock.advance(due - clock.now());
  await Promise.all([work(), work()]);
  await work();
  expect(fake.count()).toBe(1);
  expect(mails.received.map(({ recipients }) => recipients.join()).sort()).toEqual([
    'anna@example.ru',
    'boris@example.ru',
  ]);
  const [first, second] = mails.received.map(({ mail }) => mail);
  expect(first?.subject).toMatch(/^Неделя: \d{4}-\d\d-\d\d – /);
  expect(first?.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    ['chart.png', 'image/png'],
    ['report.pdf', 'application/pdf'],
  ]);
  const linkOf = (text = '') => /https:\/\/monitor\.example\.ru\/reports\/stop\/[\w-]{43}/.exec(text)?.[0];
  expect(linkOf(first?.text)).toBeDefined();
  expect(linkOf(first?.text)).not.toBe(linkOf(second?.text));
  expect(first?.text).toContain(`Больше не присылать: ${linkOf(first?.text)}`);
  expect([linkOf(String(first?.html)), String(first?.headers.get('list'))]).toEqual([
    linkOf(first?.text),
    expect.anything(),
  ]);
  expect(first?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line.replaceAll(/\s/g, '')).toBe(
    `List-Unsubscribe:<${linkOf(first?.text)}>`,
  );
  expect(first?.messageId).not.toBe(second?.messageId);
  // The session is over by then.
  const [sent] = await backend.store.reports.list(`client:${clientId}`);
  expect(sent?.last).toMatchObject({ sent: 2, failed: 0, waiting: 0 });
});

test('each try of a mail has the same bytes, and a refused recipient does not stop the others', async () => {
  await create();
  const [report] = await backend.store.reports.list(`client:${clientId}`);
  clock.advance((report?.nextAt ?? 0) - clock.now());
  let cuts = 2;
  mails.onStep = (step) => {
    if (step !== 'end' || cuts === 0) return null;
    cuts -= 1;
    return 'cut';
  };
  // A cut also ends the connections of other mails, before they are received. The last round has no cut.
  let isLast = false;
  while (!isLast) {
    isLast = cuts === 0;
    await work();
    clock.advance(day);
  }
  const raws = Map.groupBy(mails.received, ({ mail }) => mail.messageId);
  expect([...raws.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(0);
  for (const copies of raws.values()) expect(new Set(copies.map(({ raw }) => raw)).size).toBe(1);
});

test('contents that cannot be made are tried again, and in the end fail for all recipients', async () => {
  await create({ Period: 'days', FromDay: '2026-11-01', ToDay: '2026-11-02' });
  const account = `client:${clientId}`;
  clock.advance(((await backend.store.reports.list(account))[0]?.nextAt ?? 0) - clock.now());
  let failures = 0;
  fake.make = async () => {
    failures += 1;
    throw new Error('The disk is full');
  };
  for (let hours = 0; hours < 24; hours += 3) {
    await work();
    clock.advance(3 * 3_600_000);
  }
  for (let days = 0; days < 3; days += 1) {
    await work();
    clock.advance(day);
  }
  const { rows } = await backend.store.alerts.deliveries(account, { limit: 10, offset: 0 });
  const failed = ['failed', 'отчёт не составлен'];
  expect(rows.map(({ state, error }) => [state, error])).toEqual([failed, failed]);
  expect([failures, mails.received]).toEqual([8, []]);
});

test('of several missed dates the last one is sent, with their number in the journal', async () => {
  await create({ Period: 'yesterday' });
  const [report] = await backend.store.reports.list(`client:${clientId}`);
  clock.advance((report?.nextAt ?? 0) - clock.now() + 3 * day);
  await work();
  expect(mails.received).toHaveLength(2);
  const { rows } = await backend.store.journal.page({
    ...{ limit: 50, offset: 0, who: '', action: 'report-sent', from: null, to: null },
  });
  expect(rows).toMatchObject([
    { who: 'Служба', onBehalfOf: clientId, object: `Отчёт «Неделя», клиент ${clientId}: пропущено: 3` },
  ]);
});

test('a trial goes to the viewer, without a link that stops the report', async () => {
  const id = idOf(await create());
  expect(await post(`/vknf/reports/trial?id=${id}`)).toMatchObject({ status: 200 });
  await work();
  const [trial] = mails.received;
  expect([trial?.recipients, trial?.mail.subject]).toEqual([
    ['press@example.ru'],
    expect.stringMatching(/^Проба: Неделя/),
  ]);
  expect(trial?.raw).not.toContain('/reports/stop/');
  expect(await listed()).toMatchObject([{ Last: null }]);
  const vera = await join('vera', 'editor', true);
  expect(await post(`/vknf/reports/trial?id=${id}`, {}, vera)).toMatchObject({ status: 400 });
  const own = { Address: 'vera@example.ru' };
  expect(await post(`/vknf/reports/trial?id=${id}`, own, vera)).toMatchObject({ status: 200 });
  const reader = await join('oleg', 'reader', true);
  const deliveries = async (cookie: string) =>
    ((await backend.call('GET', '/vknf/alerts/deliveries', { cookie })).body as { deliveries: Listed[] }).deliveries;
  expect(await deliveries(vera)).toMatchObject([
    { Rule: 'Отчёт Неделя', Address: 'vera@example.ru', Trial: true, State: 'waiting' },
    { Rule: 'Отчёт Неделя', Address: 'press@example.ru', State: 'sent' },
  ]);
  expect((await deliveries(reader)).map(({ Address }) => Address)).toEqual([null, null]);
});

test('what is personal in a filter is left out', async () => {
  const id = idOf(await create());
  await post(`/vknf/reports/trial?id=${id}`);
  const sending = await backend.store.reports.claimSending(clock.now(), clock.now() + 1000);
  expect(sending?.plan.views).toEqual([{ name: 'Город', query: '?sort=-post_dt' }]);
});

test('the journal names reports and never addresses', async () => {
  const id = idOf(await create());
  await post(`/vknf/reports/update?id=${id}`, { Name: 'Итоги', Recipients: ['vera@example.ru'] });
  await post(`/vknf/reports/pause?id=${id}`, { Paused: true });
  await post(`/vknf/reports/delete?id=${id}`);
  const all = { limit: 50, offset: 0, who: '', action: null, from: null, to: null };
  const { rows } = await backend.store.journal.page(all);
  const objects = rows
    .filter(({ action }) => action.startsWith('report-'))
    .map(({ action, object }) => [action, object]);
  const client = `клиент ${clientId}`;
  expect(objects.reverse()).toEqual([
    ['report-added', `Отчёт «Неделя», ${client}`],
    ['report-changed', `Отчёт «Неделя», ${client}: название «Итоги», получатели`],
    ['report-changed', `Отчёт «Итоги», ${client}: приостановлен`],
    ['report-deleted', `Отчёт «Итоги», ${client}`],
  ]);
  expect(JSON.stringify(rows)).not.toContain('@');
});

test('a filter of a report is named before it is deleted', async () => {
  await create();
  expect((await backend.call('GET', `/vknf/alerts/rules/view?id=${viewId}`, { cookie: owner })).body).toMatchObject({
    Reports: [{ Name: 'Неделя' }],
  });
});
