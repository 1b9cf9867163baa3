// Proves: reports#document, reports#coverage
/** The document of a report, against the figures of «Сводка» and «Аналитика». */
import { allPostsQuery, loadReport, type ReportRequest } from '../../server/backend/reports/load-report.ts';
import type { ReportDocument, ReportSection } from '../../server/backend/reports/report-document.ts';
import { dayMs } from '../../shared/durations.ts';
import { formatNumber } from '../../shared/format.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { reportSections, type SectionName } from '../../shared/rules/report-sections.ts';
import { foundPage } from '../support/collection-store.ts';
import { ownerNames, plantSpike, spikeDay, spikes, spikeZone } from '../support/planted-spikes.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { viewing } from '../support/viewing.ts';

const now = spikeDay + 1.5 * dayMs;
const day = '2026-11-28';
const sections = Object.keys(reportSections) as SectionName[];

let fixture: TestStore;
let clientId = '';
let wordIds: number[] = [];

beforeAll(async () => {
  fixture = await openTestStore(() => now);
  const { store } = fixture;
  await store.posts.setTimeZone(spikeZone);
  const unknown = { ownerType: 'group', domain: '', photoUrl: null };
  await store.owners.save([...ownerNames].map(([ownerId, name]) => ({ ownerId, name, ...unknown })));
  clientId = await fixture.createClient();
  wordIds = [];
  for (const phrase of [0, 1, 2, 3]) wordIds.push(await fixture.createWord(clientId, { text: `фраза ${phrase}` }));
  const [spike] = spikes;
  if (spike) await store.posts.save(plantSpike(spike, wordIds, 1));
}, 120_000);
afterAll(() => fixture.close());

function load(change: Partial<ReportRequest> = {}): Promise<ReportDocument> {
  const { store } = fixture;
  const reads = { store, config: { CONSOLE_TIME_ZONE: spikeZone, COLLECTION_DAILY_CALLS: 100 } };
  return loadReport(reads, {
    ...{ viewer: { type: 'client', clientId }, title: 'Неделя', author: 'Отчёт настроил Пётр.' },
    filters: [{ name: 'Все', query: allPostsQuery }],
    ...{ period: { from: day, to: day }, sections, console: 'https://monitor.example', until: 900, now },
    ...change,
  });
}

const sectionOf = ({ chapters }: ReportDocument, name: SectionName): ReportSection | undefined =>
  chapters[0]?.sections.find((section) => section.name === name);

test('sections are in their order, and their figures are those of the pages', async () => {
  const filters = [{ name: 'Все', query: { ...allPostsQuery, copies: 'show' } as const }];
  const document = await load({ sections: sections.toReversed(), filters });
  expect(document.chapters[0]?.sections.map(({ name }) => name)).toEqual(sections);
  const viewer = { type: 'client', clientId } as const;
  const seen = { clientId, from: spikeDay, to: spikeDay + dayMs };
  const [rows, stories] = await Promise.all(
    [true, false].map((copies) => fixture.store.posts.count(viewer, viewing({ ...seen, copies }))),
  );
  const figures = sectionOf(document, 'figures')?.blocks[0];
  expect(figures?.kind === 'figures' && figures.figures.map(({ value }) => value)).toEqual([rows, stories, null]);
  const hours = sectionOf(document, 'hours')?.blocks[2];
  const cells = hours?.kind === 'table' ? hours.rows.flat() : [];
  expect(cells.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(rows);
  for (const { value, text } of cells) if (value !== null) expect(text).toBe(formatNumber(value));
  expect(sectionOf(document, 'mentions')?.title).toBe('Упоминания по часам');
});

test('the first page names period, zone, filter, coverage and measures', async () => {
  const { subject, facts, chapters } = await load();
  expect(subject).toBe('Неделя: 28.11.2026');
  expect(facts).toEqual([
    ['Период', '28.11.2026'],
    ['Часовой пояс', 'Europe/Moscow (UTC+03:00)'],
    ['Составлено', '29.11.2026, 12:00'],
  ]);
  const seen = viewing({ clientId, from: spikeDay, to: spikeDay + dayMs });
  const total = await fixture.store.posts.count({ type: 'client', clientId }, seen);
  expect(chapters[0]?.facts).toEqual([
    ['Фильтр', 'все фразы'],
    ['Повторы', 'без повторов'],
    ['Сбор', 'сбор не велся'],
    ['Постов без измерений', `${formatNumber(total)} из ${formatNumber(total)}`],
  ]);
});

test('links open exactly the counted posts, and a report without an address has none', async () => {
  const figures = sectionOf(await load(), 'figures')?.blocks[0];
  const [posts] = figures?.kind === 'figures' ? figures.figures : [];
  expect(posts?.href).toBe(
    `https://monitor.example/ldvknf/posts?from=${day}&to=${day}&until=900&copies=show&sort=-post_dt`,
  );
  expect(JSON.stringify(await load({ console: null }))).not.toContain('monitor.example');
});

test('a filter is described, its phrases are named, and without posts only work and collection are shown', async () => {
  const [wordId = 0] = wordIds;
  const query = { ...allPostsQuery, word: wordId, text: 'нет такого слова', copies: 'show' } as const;
  const { chapters } = await load({ filters: [{ name: 'Пусто', query }] });
  const [chapter] = chapters;
  expect(chapter?.facts.slice(0, 2)).toEqual([
    ['Фильтр', 'фраза «фраза 0»; Поиск по тексту: нет такого слова'],
    ['Повторы', 'с повторами'],
  ]);
  const empty = { kind: 'paragraph', parts: [{ text: 'За этот период постов нет.', href: null }] };
  for (const { name, blocks } of chapter?.sections ?? []) {
    if (name === 'work' || name === 'collection') expect(blocks).not.toContainEqual(empty);
    else expect(blocks).toEqual([empty]);
  }
});

test('an administrator has no sections about work, and the sections of «Аналитика» need no «Сводка»', async () => {
  const viewer = { type: 'admin', adminId: 1, username: 'admin' } as const;
  const { chapters } = await load({ viewer, sections: ['tags', 'work', 'cities', 'words'] });
  expect(chapters[0]?.sections.map(({ name }) => name)).toEqual(['words', 'cities']);
});

test('coverage is that of the phrases of the filter', async () => {
  const claimed = await fixture.claim(now);
  const window = { from: spikeDay - dayMs, to: spikeDay + dayMs / 2, complete: true };
  await fixture.store.collection.savePage(claimed, foundPage([]), { found: 0, window, cursor: null }, now);
  const coverageOf = async (query: PostsQuery) =>
    Object.fromEntries((await load({ filters: [{ name: 'Фраза', query }] })).chapters[0]?.facts ?? []).Сбор;
  const gap = 'пробелы: 28.11.2026, 12:00 – 29.11.2026, 00:00';
  expect(await coverageOf({ ...allPostsQuery, word: claimed.wordId })).toBe(`собрано 50\u00a0%, ${gap}`);
  const [other = 0] = wordIds.filter((wordId) => wordId !== claimed.wordId);
  expect(await coverageOf({ ...allPostsQuery, word: other })).toBe('сбор не велся');
  expect(await coverageOf(allPostsQuery)).toBe('собрано 12\u00a0%, пробелы: 28.11.2026, 00:00 – 29.11.2026, 00:00');
});
