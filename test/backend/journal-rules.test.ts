// Proves: journal#page, journal#refused-sign-ins, journal#retention
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JournalQuery } from '../../server/backend/store/journal.ts';
import { backendAdmin, startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let backend: TestBackend;
let clock: TestClock;

async function read(filters: Partial<JournalQuery> = {}) {
  const all = { limit: 1000, offset: 0, who: '', action: null, from: null, to: null };
  return (await backend.store.journal.page({ ...all, ...filters })).rows;
}

describe('refused sign-ins', () => {
  let clientId: string;

  beforeEach(async () => {
    clock = createTestClock();
    backend = await startTestBackend({ now: clock.now });
    ({ clientId } = await backend.createClient());
  });
  afterEach(() => backend.close());

  const attempt = (username: string, address = '203.0.113.7') =>
    backend.call('POST', '/admin/auth/login', {
      headers: { 'x-forwarded-for': address },
      body: { username, password: 'secret-typed-1' },
    });
  const objects = async () => (await read()).map(({ who, action, object }) => [who, action, object]);

  test('of one name and address within a minute are one record and their sum', async () => {
    for (let count = 0; count < 10; count += 1) await attempt('admin');
    expect(await objects()).toEqual([['admin', 'sign-in-refused', 'Неверный пароль']]);
    clock.advance(minute);
    await backend.store.journal.sumUpRefusals(clock.now());
    expect(await objects()).toEqual([
      ['admin', 'sign-in-refused', 'Неверный пароль (ещё 9)'],
      ['admin', 'sign-in-refused', 'Неверный пароль'],
    ]);
    expect(await read()).toMatchObject([{ address: '203.0.113.7' }, { address: '203.0.113.7' }]);
    await backend.store.journal.sumUpRefusals(clock.now() + minute);
    expect(await read()).toHaveLength(2);
  });

  test('beyond the limit are one record and their sum, whatever their names', async () => {
    for (let count = 0; count < 10; count += 1) await attempt('admin');
    for (let count = 0; count < 5; count += 1) expect((await attempt('admin')).status).toBe(429);
    clock.advance(minute);
    await attempt('admin');
    expect((await objects()).filter(([, , object]) => object?.startsWith('Слишком'))).toEqual([
      ['admin', 'sign-in-refused', 'Слишком много попыток'],
      ['admin', 'sign-in-refused', 'Слишком много попыток (ещё 4)'],
      ['admin', 'sign-in-refused', 'Слишком много попыток'],
    ]);
  });

  test('of other names or addresses have their own records; an unknown name is not recorded', async () => {
    await attempt('admin');
    await attempt('admin', '198.51.100.2');
    await attempt('my-password-in-the-wrong-field');
    expect((await objects()).map(([who]) => who)).toEqual(['Неизвестное имя', 'admin', 'admin']);
    expect(JSON.stringify(await read())).not.toMatch(/wrong-field|secret-typed/);
  });

  test('a wrong current password is recorded with both identities', async () => {
    const cookie = await backend.openSession({ type: 'client', clientId });
    const body = { current_password: 'wrong-password-1', new_password: 'другой-пароль-1' };
    expect((await backend.call('POST', '/client/password/change', { cookie, body })).status).toBe(400);
    expect(await read()).toMatchObject([{ who: clientId, onBehalfOf: null, action: 'sign-in-refused' }]);
  });
});

describe('records', () => {
  beforeAll(async () => {
    clock = createTestClock(Date.parse('2026-11-20T20:30:00Z'));
    backend = await startTestBackend({ now: clock.now });
    const by = (who: string) => ({ who, onBehalfOf: null, address: '', at: clock.now() });
    await backend.store.journal.recordExport(by('Иван'), { of: 'reason', reason: 'Посты: 10' });
    clock.advance(minute);
    await backend.store.journal.recordExport(by('client-1001'), { of: 'reason', reason: 'Фразы: 5' });
    clock.advance(30 * minute);
    await backend.store.erasures.begin({ kind: 'user', id: 7 }, clock.now(), by('иван'));
  });
  afterAll(() => backend.close());

  const get = async (query: string) => {
    const cookie = await backend.openSession({ type: 'admin', adminId: 1, username: backendAdmin.username });
    const reply = await backend.call('GET', `/server/journal${query}`, { cookie });
    const { records = [], total } = reply.body as { records?: { RecordID: number }[]; total?: number };
    return { status: reply.status, ids: records.map(({ RecordID }) => RecordID), total };
  };

  test.each([
    ['', [3, 2, 1]],
    ['?who=ИВАН', [3, 1]],
    ['?action=exported', [2, 1]],
    ['?action=exported&who=client', [2]],
    ['?from=2026-11-21', [3]],
    ['?to=2026-11-20', [2, 1]],
    ['?from=2026-11-20&to=2026-11-21&action=data-erased', [3]],
    ['?from=2026-11-22', []],
  ])('are filtered by «%s», days in the console’s time zone', async (query, ids) => {
    expect(await get(query)).toEqual({ status: 200, ids, total: ids.length });
  });

  test('come in pages, newest first', async () => {
    expect(await get('?limit=2')).toEqual({ status: 200, ids: [3, 2], total: 3 });
    expect(await get('?limit=2&offset=2')).toEqual({ status: 200, ids: [1], total: 3 });
  });

  test.each(['?action=unknown', '?from=21.11.2026', '?limit=0'])('«%s» is refused', async (query) => {
    expect((await get(query)).status).toBe(400);
  });

  test('cannot be changed, and not be deleted before their time', async () => {
    const db = new DatabaseSync(backend.file);
    expect(() => db.exec("UPDATE journal SET who = 'x'")).toThrow('cannot be changed');
    expect(() => db.exec('DELETE FROM journal')).toThrow('cannot be deleted yet');
    db.close();
    expect(await read()).toHaveLength(3);
  });
});

test.each([
  ['30', 1],
  ['0', 2],
])('JOURNAL_DAYS=%s keeps the records of that time, 0 keeps all', async (days, kept) => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'ldvk-journal-'));
  clock = createTestClock();
  const start = () => startTestBackend({ config: { DATA_DIR, JOURNAL_DAYS: Number(days) }, now: clock.now });
  backend = await start();
  await backend.signInAdmin();
  clock.advance(30 * day);
  await backend.signInAdmin();
  await backend.close();
  clock.advance(1);
  backend = await start();
  expect(await read()).toHaveLength(kept);
  await backend.close();
  rmSync(DATA_DIR, { recursive: true });
});
