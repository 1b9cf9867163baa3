// Proves: journal#batches, journal#page
/** The journal page (docs/product/journal.md), in front of a backend that has it. */
import { journalRecord, offerPages } from '../support/offer-pages.ts';
import { type StandIn, startStandIn } from '../support/stand-in-backend.ts';
import { createTestConsole, createVisitor, signInAsAdmin, type Visitor } from '../support/test-console.ts';

let backend: StandIn;
let admin: Visitor;

beforeAll(async () => {
  backend = await startStandIn();
  offerPages(backend);
  admin = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await signInAsAdmin(admin);
});
afterAll(() => backend.close());

/** The page's HTML, and the query of its call. */
async function open(query = '') {
  const { status, text } = await admin.get(`/ldserver/journal${query}`);
  const call = backend.calls.findLast(({ path }) => path.startsWith('/server/journal'))?.path ?? '';
  return { status, text, sent: Object.fromEntries(new URLSearchParams(call.split('?')[1])) };
}

test('shows its records without a script, with the names of actions, as plain text', async () => {
  const { text } = await open();
  const row = /data_table_rows">(.*?)<div class="data_table_listEnd">/
    .exec(text)?.[1]
    ?.replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/\|+/g, '|');
  const { Who, Address } = journalRecord;
  const object = 'Фраза 7 «&lt;b&gt;метро&lt;/b&gt;»';
  expect(row).toBe(`|01.11.2026, 13:00|${Who}|client-1|Добавлена фраза|${object}|${Address}|`);
});

test('shows a batch as one record that links its parts, and its parts with a way back', async () => {
  const batch = 'b'.repeat(32);
  const row = { ...journalRecord, Object: 'Фразы: 120', Batch: { String: batch, Valid: true }, Parts: 120 };
  backend.on('GET /server/journal', () => ({ body: { records: [row], total: 1 } }));
  const { text, sent } = await open('?who=root');
  expect(sent).toMatchObject({ who: 'root', folded: 'true' });
  expect(text).toMatch(new RegExp(`<a href="\\?batch=${batch}"[^>]*>Фразы: 120</a>`));
  offerPages(backend);
  const parts = await open(`?batch=${batch}&page=2`);
  expect(parts.sent).toEqual({ batch, limit: '50', offset: '50' });
  expect(parts.text).toContain('Записи одного действия. <a href="?">Все записи</a>');
  expect(parts.text).toContain(`href="?batch=${batch}&amp;page=3"`);
});

test('is a form and a link «Дальше» without a script; both keep the filters', async () => {
  const { text, sent } = await open('?who=root&action=word-added&from=2026-11-01&to=2026-11-02&page=2');
  expect(sent).toEqual({
    who: 'root',
    action: 'word-added',
    from: '2026-11-01',
    to: '2026-11-02',
    folded: 'true',
    limit: '50',
    offset: '50',
  });
  const filters = '?who=root&amp;action=word-added&amp;from=2026-11-01&amp;to=2026-11-02';
  expect(text).toContain(`href="${filters}&amp;page=3"`);
  expect(text).toContain(`href="${filters}">В начало`);
  expect(text).toMatch(/<option value="word-added" selected="">Добавлена фраза/);
  expect(text).toMatch(/name="who"[^>]*value="root"/);
});

test('ignores filters that it cannot read, and reports reversed days', async () => {
  expect((await open('?action=toString&from=2026-02-30&who=a&who=b&batch=x')).sent).toEqual({
    folded: 'true',
    limit: '50',
    offset: '0',
  });
  const reversed = await open('?from=2026-11-02&to=2026-11-01');
  expect(reversed.text).toContain('Дата начала позже даты окончания');
});

test('a failure is reported', async () => {
  backend.misbehave('status 500', '/server/journal');
  expect((await open()).text).toContain('Ошибка загрузки журнала');
  backend.misbehave(null);
});
