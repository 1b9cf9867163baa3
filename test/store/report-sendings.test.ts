// Proves: reports#sending, reports#rights, reports#recipients
/** The store of reports: their dates, sendings and recipients, on both engines. */
import { fromParts, toParts } from '../../server/backend/domain/reports/contents.ts';
import { stopPath } from '../../server/backend/domain/reports/stop-path.ts';
import type { Report, ReportPlan } from '../../server/backend/rules/reports/report.ts';
import { stateOf } from '../../server/backend/rules/reports/report.ts';
import type { ClaimedMail } from '../../server/backend/store/deliveries.ts';
import type { Sending } from '../../server/backend/store/report-sendings.ts';
import { addReport, createFakeMaker, type NewReport, reportFields } from '../support/report-values.ts';
import { by, contact, hash, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

const now = Date.parse('2026-11-30T06:00:00Z');
const week = 7 * 24 * 3_600_000;
const lease = now + 60_000;
const service = { who: 'Служба', onBehalfOf: null, address: '', at: now };

let fixture: TestStore;
let clientId: string;
let account: string;
let viewId: number;

async function addView(name: string, owner = account): Promise<number> {
  const saved = await fixture.store.views.create({ account: owner, clientId: null, name, query: '' }, now);
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  return saved.id;
}

beforeEach(async () => {
  fixture = await openTestStore(() => now);
  ({ clientId } = await fixture.store.clients.create({ name: 'Завод', ...contact, exportAccess: 'allowed' }, now));
  account = `client:${clientId}`;
  viewId = await addView('Город');
});
afterEach(() => fixture.close());

const add = (fields: Partial<NewReport> = {}, nextAt: number | null = now): Promise<number> =>
  addReport(fixture.store, account, { viewIds: [viewId], ...fields }, nextAt, now);

async function read(): Promise<Report> {
  const [report] = await fixture.store.reports.list(account);
  if (!report) throw new Error('There is no report');
  return report;
}

const planned = (report: Report, skipped = 0): ReportPlan => ({
  ...{ account, name: report.name, author: report.author, sections: report.sections, formats: report.formats },
  ...{ views: [{ name: 'Город', query: '' }], fromDay: '2026-11-23', toDay: '2026-11-29', skipped },
});

async function begin(report: Report): Promise<void> {
  await fixture.store.reports.begin(report, { plan: planned(report, 2), next: now + week }, now);
}

const { make } = createFakeMaker(() => now);

/** Makes the files that are due. */
async function makeFiles(): Promise<Sending> {
  const sending = await fixture.store.reports.claimSending(now, lease);
  if (!sending) throw new Error('Nothing is due');
  const contents = await make(sending.plan);
  await fixture.store.reports.setParts(sending, toParts(contents));
  return sending;
}

async function claimMail(deliveryId: number): Promise<ClaimedMail> {
  const claimed = await fixture.store.alerts.claim(deliveryId, now, lease);
  if (!claimed || !('plan' in claimed)) throw new Error('The mail is not due');
  return claimed;
}

const dueMails = () => fixture.store.alerts.due(now, 10);
const states = async () =>
  (await fixture.store.alerts.deliveries(account, { limit: 10, offset: 0 })).rows
    .map(({ address, state }) => `${address} ${state}`)
    .sort();

test('a date is planned once, its mails wait for the files, and the files are deleted with the last mail', async () => {
  const { alerts, reports } = fixture.store;
  await add();
  const report = await read();
  await begin(report);
  await begin(report);
  expect([(await read()).nextAt, await states()]).toEqual([
    now + week,
    ['anna@example.ru waiting', 'boris@example.ru waiting'],
  ]);
  expect(await dueMails()).toEqual([]);
  const { sendingId, plan } = await makeFiles();
  expect(plan).toEqual(planned(report, 2));
  expect(await reports.claimSending(now, lease)).toBeNull();
  const [first, second] = await dueMails();
  const mail = await claimMail(first?.deliveryId ?? 0);
  expect(mail.token && stopPath(mail.token)).toMatch(/^\/reports\/stop\/[\w-]{43}$/);
  expect(fromParts(await reports.parts(sendingId))).toMatchObject({
    subject: 'Неделя: 2026-11-23 – 2026-11-29',
    images: [{ cid: 'chart' }],
    files: [{ name: 'report.pdf', type: 'application/pdf' }],
  });
  await alerts.finish(mail, { state: 'sent', at: now, error: null }, service);
  expect((await read()).last).toMatchObject({ at: now, sent: 1, failed: 0, waiting: 1 });
  const other = await claimMail(second?.deliveryId ?? 0);
  expect(other.key).not.toBe(mail.key);
  await alerts.finish(other, { state: 'failed', at: now, error: 'нет' }, service);
  expect((await read()).last).toMatchObject({ sent: 1, failed: 1, waiting: 0 });
  expect(await reports.parts(sendingId)).toEqual([]);
  expect((await recordsOf(fixture.store)).filter(({ action }) => action === 'report-sent')).toEqual([
    { action: 'report-sent', object: `Отчёт «Неделя», клиент ${clientId}: пропущено: 2` },
  ]);
});

test('after an erasure the files are made again, with other keys, also if they are being made', async () => {
  const { erasures, reports } = fixture.store;
  await add();
  await begin(await read());
  const { sendingId } = await makeFiles();
  const [first] = await dueMails();
  const { key } = await claimMail(first?.deliveryId ?? 0);
  await erasures.begin({ kind: 'user', id: 7 }, now, by);
  expect([await reports.parts(sendingId), await dueMails()]).toEqual([[], []]);
  const claimed = await reports.claimSending(now, lease);
  await erasures.begin({ kind: 'user', id: 8 }, now, by);
  if (claimed) await reports.setParts(claimed, [{ name: 'mail', content: Buffer.from('{}') }]);
  expect(await reports.parts(sendingId)).toEqual([]);
  expect((await makeFiles()).sendingId).toBe(sendingId);
  const { rows } = await fixture.store.alerts.deliveries(account, { limit: 10, offset: 0 });
  expect(rows.map((row) => row.key)).not.toContain(key);
});

test('a sending whose files cannot be made fails for all its recipients', async () => {
  const { reports } = fixture.store;
  await add();
  await begin(await read());
  const sending = await reports.claimSending(now, lease);
  if (!sending) throw new Error('Nothing is due');
  await reports.retrySending(sending, now);
  const again = await reports.claimSending(now, lease);
  expect(again).toMatchObject({ sendingId: sending.sendingId, tries: 2 });
  await reports.failSending(sending, 'отчёт не составлен', now);
  expect(await states()).toEqual(['anna@example.ru waiting', 'boris@example.ru waiting']);
  if (again) await reports.failSending(again, 'отчёт не составлен', now);
  expect(await states()).toEqual(['anna@example.ru failed', 'boris@example.ru failed']);
  expect((await read()).last).toMatchObject({ sent: 0, failed: 2, waiting: 0 });
});

describe('a report stops', () => {
  test('when its author may no longer make reports, until somebody resumes it', async () => {
    const { people, reports } = fixture.store;
    const fields = { name: 'Вера', login: 'vera', role: 'editor', mayExport: true } as const;
    const personId = await people.invite(clientId, fields, { hash: hash(1), until: now }, null);
    await add({ authorAccount: `${account}/${personId}`, author: 'Вера' });
    await begin(await read());
    expect(stateOf(await read())).toBe('active');
    await people.update(clientId, personId ?? 0, { mayExport: false }, by);
    const [stopped] = await reports.due(now);
    expect(stopped).toMatchObject({ stopped: 'author', paused: false });
    if (stopped) expect(await reports.stop(stopped, now, by)).toBe(true);
    expect(await states()).toEqual(['anna@example.ru cancelled', 'boris@example.ru cancelled']);
    await people.update(clientId, personId ?? 0, { mayExport: true }, by);
    expect(await read()).toMatchObject({ stopped: 'author', nextAt: null });
    const author = { authorAccount: account, author: 'Завод' };
    await reports.setPaused(await read(), { paused: false, nextAt: now + week, ...author }, now, by);
    expect(await read()).toMatchObject({ stopped: null, nextAt: now + week, ...author });
    const changes = (await recordsOf(fixture.store)).filter(({ action }) => action === 'report-changed');
    expect(changes.map(({ object }) => object)).toEqual([
      `Отчёт «Неделя», клиент ${clientId}: остановлен: у автора нет права на экспорт`,
      `Отчёт «Неделя», клиент ${clientId}: возобновлён`,
    ]);
  });

  test('when its last filter is deleted', async () => {
    const other = await addView('Область');
    await add({ viewIds: [viewId, other] });
    const { views } = fixture.store;
    for (const id of [viewId, other]) {
      const view = await views.lock(account, id);
      if (view) await views.delete(view, by);
      expect((await read()).stopped).toBe(id === other ? 'view-gone' : null);
    }
  });

  test('sending while the client may not export, and goes on when it may again', async () => {
    const { alerts, clients } = fixture.store;
    await add();
    await begin(await read());
    await makeFiles();
    await clients.update(clientId, { exportAccess: 'denied' }, now, by);
    expect(stateOf(await read())).toBe('stopped');
    for (const { deliveryId } of await dueMails()) expect(await alerts.claim(deliveryId, now, lease)).toBeNull();
    expect(await states()).toEqual(['anna@example.ru cancelled', 'boris@example.ru cancelled']);
    await clients.update(clientId, { exportAccess: 'allowed' }, now, by);
    expect([stateOf(await read()), (await read()).nextAt]).toEqual(['active', now + week]);
  });
});

test('a recipient stops the mails to one address; adding the address again makes another link', async () => {
  const { reports } = fixture.store;
  await add();
  await begin(await read());
  const [anna, boris] = (await read()).recipients;
  const token = anna?.token ?? hash(1);
  expect(await reports.findRecipient(token)).toMatchObject({ name: 'Неделя', address: 'anna@example.ru' });
  expect([await reports.stopRecipient(token, now, by), await reports.stopRecipient(token, now + 1, by)]).toEqual([
    true,
    true,
  ]);
  expect(await states()).toEqual(['anna@example.ru cancelled', 'boris@example.ru waiting']);
  expect((await read()).recipients.map(({ address, stoppedAt }) => [address, stoppedAt])).toEqual([
    ['anna@example.ru', now],
    ['boris@example.ru', null],
  ]);
  const saving = { authorAccount: account, author: 'Завод', nextAt: null };
  const fields = { ...reportFields, viewIds: [viewId] };
  await reports.update(await read(), { fields, ...saving }, now, by);
  const [first, second] = (await read()).recipients;
  expect(first).toMatchObject({ address: 'anna@example.ru', stoppedAt: null });
  expect([first?.token, second?.token]).toEqual([expect.not.objectContaining(token), boris?.token]);
  expect([await reports.findRecipient(token), await reports.stopRecipient(hash(9), now, by)]).toEqual([null, false]);
  const records = (await recordsOf(fixture.store)).filter(({ action }) => action === 'report-left');
  expect(records).toEqual([{ action: 'report-left', object: `Отчёт «Неделя», клиент ${clientId}` }]);
  expect(JSON.stringify(await recordsOf(fixture.store))).not.toContain('@');
});

test('a pause and a deletion cancel waiting mails; the log keeps them', async () => {
  const { reports } = fixture.store;
  await add();
  await begin(await read());
  const author = { authorAccount: account, author: 'Завод' };
  await reports.setPaused(await read(), { paused: true, nextAt: null, ...author }, now, by);
  expect([await states(), stateOf(await read())]).toEqual([
    ['anna@example.ru cancelled', 'boris@example.ru cancelled'],
    'paused',
  ]);
  await reports.addTrial(await read(), planned(await read()), 'vera@example.ru', now);
  expect((await read()).last).toMatchObject({ sent: 0, waiting: 0 });
  expect(await reports.delete(await read(), now, by)).toBe(true);
  expect([await reports.list(account), await states()]).toEqual([
    [],
    ['anna@example.ru cancelled', 'boris@example.ru cancelled', 'vera@example.ru cancelled'],
  ]);
  expect(await reports.claimSending(now, lease)).toBeNull();
});

test('an hour has at most 20 trials, which are no sending of the report', async () => {
  const { reports } = fixture.store;
  await add();
  const report = await read();
  const trial = (at: number) => reports.addTrial(report, planned(report), 'vera@example.ru', at);
  for (let count = 0; count < 20; count += 1) expect(await trial(now)).toBe(true);
  expect([await trial(now), await trial(now + 3_600_001), (await read()).last]).toEqual([false, true, null]);
});

test('old sendings are deleted with their mails, except the newest of a report', async () => {
  const { alerts, reports } = fixture.store;
  await add();
  for (let count = 0; count < 2; count += 1) {
    await begin({ ...(await read()) });
    await makeFiles();
    for (const { deliveryId } of await dueMails())
      await alerts.finish(await claimMail(deliveryId), { state: 'sent', at: now, error: null }, service);
  }
  await alerts.deleteOldDeliveries(now + 1, 100);
  expect(await reports.deleteOldSendings(now + 1, 100)).toBe(1);
  expect((await read()).last).toMatchObject({ sent: 2, failed: 0, waiting: 0 });
});

test('the reports of a client are deleted with it', async () => {
  const { clients, reports } = fixture.store;
  await add();
  await begin(await read());
  await makeFiles();
  expect(await clients.belongings(clientId)).toMatchObject({ reports: 1 });
  expect(await clients.delete(clientId, now, by)).toBe(true);
  expect([await reports.list(account), await dueMails()]).toEqual([[], []]);
});
