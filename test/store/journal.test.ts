// Proves: journal#batches
/** The journal. */

import type { Author, JournalQuery } from '../../server/backend/store/journal.ts';
import { exportsPerMinute } from '../../server/backend/store/journal.ts';
import { minute, start } from '../support/collection-store.ts';
import { by, contact, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

const everything: JournalQuery = { limit: 10, offset: 0, who: '', action: null, from: null, to: null };

describe('records', () => {
  const page = (query: Partial<JournalQuery>) => fixture.store.journal.page({ ...everything, ...query });
  const objects = async (query: Partial<JournalQuery>) => (await page(query)).rows.map(({ object }) => object);

  beforeEach(async () => {
    const { journal } = fixture.store;
    const refuse = (author: Partial<Author>, reason: string) =>
      journal.refuse({ by: { ...by, ...author }, reason, source: reason });
    await refuse({ at: start + 1, who: 'Артём' }, 'второй');
    await refuse({ at: start, who: 'client-1001' }, 'первый');
    await journal.recordExport({ ...by, at: start + 1, onBehalfOf: 'client-1001' }, { of: 'reason', reason: 'третий' });
  });

  test('are listed newest first, and read as they were written', async () => {
    expect(await page({ limit: 1 })).toEqual({
      rows: [
        {
          recordId: expect.any(Number),
          ...by,
          at: start + 1,
          onBehalfOf: 'client-1001',
          action: 'exported',
          object: 'третий',
          batch: null,
          parts: 1,
        },
      ],
      total: 3,
    });
    // In the order of writing, whatever the clocks said.
    expect(await objects({})).toEqual(['третий', 'первый', 'второй']);
    expect(await page({ offset: 3 })).toEqual({ rows: [], total: 3 });
  });

  test('are filtered by a part of the name, ignoring case and ё, by action and by time', async () => {
    expect([await objects({ who: 'АРТЕ' }), await objects({ who: '%' })]).toEqual([['второй'], []]);
    expect(await objects({ action: 'sign-in-refused' })).toEqual(['первый', 'второй']);
    expect([await objects({ to: start + 1 }), await objects({ from: start + 1 })]).toEqual([
      ['первый'],
      ['третий', 'второй'],
    ]);
    expect(await page({ action: 'sign-in-refused', who: 'артем', from: start, to: start + 2 })).toMatchObject({
      total: 1,
    });
  });

  test('are deleted when they are old, up to a limit', async () => {
    const { journal } = fixture.store;
    expect(await journal.deleteOld(start, 10)).toBe(0);
    expect(await journal.deleteOld(start + 1, 10)).toBe(1);
    expect(await journal.deleteOld(start + 2, 1)).toBe(1);
    expect(await page({})).toMatchObject({ total: 1 });
  });

  test('have a text of at most 1,000 characters without broken characters', async () => {
    const reason = `${'а'.repeat(999)}😀`;
    await fixture.store.journal.refuse({ by: { ...by, at: start + 2 }, reason, source: 'a' });
    const [record] = (await page({})).rows;
    expect(record?.object).toBe(`${'а'.repeat(999)}\ufffd`);
  });
});

test('records of one batch are folded to the first of an hour with their number, and none is lost', async () => {
  const { journal, clients, words } = fixture.store;
  const { clientId } = await clients.create({ ...contact, name: 'Первый' }, start);
  const batch = 'a'.repeat(32);
  const act = (at: number, more: Partial<Author> = {}) => ({ ...by, at: start + at, batch, ...more });
  await words.createAll(['метро', 'парк'], clientId, act(1));
  await words.createAll(['мост'], clientId, act(2));
  const ids = (await words.listOfClient(clientId)).map(({ wordId }) => wordId);
  const freeze = (wordIds: number[], author: Author) =>
    words.changeAll('freeze', wordIds, { clientId: null, now: author.at, by: author });
  await freeze(ids, act(3));
  await words.createAll(['порт'], clientId, act(4, { who: 'другой' }));
  await words.createAll(['вокзал'], clientId, { ...by, at: start + 5 });

  const page = (query: Partial<JournalQuery>) => journal.page({ ...everything, ...query });
  const objects = async (query: Partial<JournalQuery>) => (await page(query)).rows.map(({ object }) => object);
  const folded = await page({ folded: true, limit: 3 });
  expect(folded.total).toBe(4);
  expect(folded.rows.map(({ object, parts }) => [object, parts])).toEqual([
    [expect.stringContaining('«вокзал»'), 1],
    [expect.stringContaining('«порт»'), 1],
    ['Фразы: 3, статус «Заморожено»', 3],
  ]);
  expect(await objects({ folded: true, offset: 3 })).toEqual(['Фразы: 3']);
  expect(await objects({ folded: true, action: 'word-added', who: 'admin', to: start + 2 })).toEqual(['Фразы: 3']);
  const frozen = folded.rows[2]?.batch ?? '';
  expect(await page({ batch: frozen })).toMatchObject({ total: 3, rows: [{ parts: 1 }, { parts: 1 }, { parts: 1 }] });
  expect((await objects({ batch: frozen }))[0]).toMatch(/^Фраза \d+ «.+»: статус «Заморожено»$/);
  expect(await page({})).toMatchObject({ total: 8 });
  await words.createAll(['сквер'], clientId, act(60 * minute));
  expect(await page({ folded: true })).toMatchObject({ total: 4 });
  await words.createAll(['пруд'], clientId, act(60 * minute + 1));
  expect(await page({ folded: true })).toMatchObject({ total: 5 });
});

test('refusals of one source within a minute are two records: the first, and the number of the others', async () => {
  const { journal } = fixture.store;
  const refuse = (at: number, source: string) => journal.refuse({ by: { ...by, at }, reason: source, source });
  for (const at of [0, 1, 2]) await refuse(start + at, 'a');
  await refuse(start, 'b');
  const refused = async () => (await recordsOf(fixture.store)).map(({ object }) => object).sort();
  expect(await refused()).toEqual(['a', 'b']);
  await journal.sumUpRefusals(start + minute);
  expect(await refused()).toEqual(['a', 'a (ещё 2)', 'b']);
  await refuse(start + minute, 'a');
  expect(await refused()).toEqual(['a', 'a', 'a (ещё 2)', 'b']);
});

test('an account begins a limited number of exports within a minute, counted separately per client it acts for', async () => {
  const { journal } = fixture.store;
  const begin = (more: Partial<Author> = {}) =>
    journal.recordExport({ ...by, at: start, ...more }, { of: 'export', list: 'words', format: 'csv' });
  const recorded: boolean[] = [];
  for (let count = 0; count <= exportsPerMinute; count += 1) recorded.push(await begin());
  expect(recorded).toEqual([...Array.from({ length: exportsPerMinute }, () => true), false]);
  expect([await begin({ onBehalfOf: 'client-1001' }), await begin({ who: 'другой' })]).toEqual([true, true]);
  expect(await begin({ at: start + minute })).toBe(true);
});
