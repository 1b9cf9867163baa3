// Proves: reports#document, reports#files
/** 20 reports: the figures of the screen and of the document are the same, and those of the forms of every third one. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { viewingOf } from '../../server/backend/domain/feed-filter.ts';
import { makeDocx } from '../../server/backend/reports/docx.ts';
import { allPostsQuery, loadReport } from '../../server/backend/reports/load-report.ts';
import { makeMail } from '../../server/backend/reports/mail.ts';
import { makePdf } from '../../server/backend/reports/pdf.ts';
import {
  chartsOf,
  type ReportBlock,
  type ReportDocument,
  type ReportText,
} from '../../server/backend/reports/report-document.ts';
import { noFilters } from '../../server/backend/store/posts-store.ts';
import { zoneOffsets } from '../../server/platform/zone-offset.ts';
import { loadAnalytics } from '../../shared/api/analytics.ts';
import { loadPeriodReach } from '../../shared/api/reach.ts';
import { loadWorkCounts, loadWorkTimes } from '../../shared/api/story-work.ts';
import { loadSummary, type Summary } from '../../shared/api/summary.ts';
import { loadWork } from '../../shared/api/work.ts';
import { dayMs } from '../../shared/durations.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { allFilters } from '../../shared/pages/post-filters.ts';
import { postFiltersOf } from '../../shared/pages/posts-query.ts';
import {
  analyticsSections,
  reportSections,
  type SectionName,
  type summarySections,
} from '../../shared/rules/report-sections.ts';
import { describeStandout, standoutName } from '../../shared/rules/standouts.ts';
import { healthLabels } from '../../shared/rules/word-health.ts';
import { workStates } from '../../shared/rules/work.ts';
import { Random } from '../support/random.ts';
import { type RandomFeed, startRandomFeed } from '../support/random-feed.ts';
import { type FormText, readDocx, readMail, readPdf, textsOf } from '../support/report-forms.ts';
import { readScreen, type ScreenFigure } from '../support/report-screens.tsx';
import { noon, postArbitrary } from '../support/seed-posts.ts';

const now = noon + 3 * dayMs;
const sections = Object.keys(reportSections) as SectionName[];
/** The 168 numbers of the hours take half of the time: every fourth report has them. */
const sectionsOf = (index: number): SectionName[] => sections.filter((name) => name !== 'hours' || index % 4 === 0);
const picture = readFileSync(new URL('../../.readme/feed.webp', import.meta.url));

let feed: RandomFeed;
let cookie = '';

beforeAll(async () => {
  feed = await startRandomFeed({ now: () => now });
  const { backend, clientId, wordIds } = feed;
  const random = new Random(5);
  const posts = fc.sample(postArbitrary(wordIds), { numRuns: 600, seed: 23 });
  const measure = (at: number) => ({ at, views: random.below(5000), likes: null, reposts: null, comments: null });
  const dated = posts.map((post) => ({ ...post, postedAt: noon - random.below(30 * dayMs) }));
  await backend.store.posts.save(
    dated.map((post, index) =>
      index % 3 === 0
        ? post
        : { ...post, life: { measures: [measure(post.postedAt + dayMs)], changedAt: null, deletedAt: null } },
    ),
  );
  await backend.store.owners.save(
    [-1, -2, -3].map((ownerId) => ({
      ownerId,
      name: ['Новости vk.com/news & <b>', 'نادي القراءة', 'Ещё 🙂 одни «новости»'][-ownerId - 1] ?? '',
      ...{ ownerType: 'group', domain: '', photoUrl: null },
    })),
  );
  cookie = await backend.openSession({ type: 'client', clientId });
  await workOnStories(random);
});
afterAll(() => feed.backend.close());

async function call<T>({ path, read }: { path: string; read: (reply: unknown) => T }): Promise<T> {
  const { status, body } = await feed.backend.call('GET', path, { cookie });
  expect([path, status]).toEqual([path, 200]);
  return read(body);
}

/** The stories get every state, tone, tag and assignee. */
async function workOnStories(random: Random): Promise<void> {
  const { store } = feed.backend;
  const { clientId } = feed;
  const by = { who: clientId, onBehalfOf: null, address: '', at: now };
  const tags: number[] = [];
  for (const name of ['ЖКХ 🙂', 'نادي']) {
    const saved = await store.work.createTag(clientId, { name, color: 'red' }, by);
    if (saved.outcome === 'saved') tags.push(saved.id);
  }
  const viewing = viewingOf({ type: 'client', clientId }, noFilters);
  const page = { limit: 200, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
  const { rows } = await store.posts.page({ type: 'client', clientId }, viewing, page);
  for (const storyId of new Set(rows.map((row) => row.storyId))) {
    const change = {
      state: random.pick(['new', 'in-progress', 'resolved'] as const),
      tone: random.pick([null, 'positive', 'negative', 'neutral'] as const),
      assignee: random.pick([null, 0]),
      addTags: tags.filter(() => random.chance(0.5)),
    };
    await store.work.change(clientId, { stories: [{ storyId, version: 0 }], change, batchId: null, taker: 0 }, by);
  }
}

const day = (daysAgo: number): string => new Date(noon - daysAgo * dayMs).toISOString().slice(0, 10);

/** A report of all sections, with what the two pages get. */
async function load(index: number) {
  const { backend, clientId, wordIds } = feed;
  const random = new Random(index);
  const days = { from: day(random.below(14)), to: day(0) };
  if (days.from === days.to) days.from = day(3);
  const word = index % 3 === 0 ? (wordIds[index % 4] ?? null) : null;
  const text = index % 5 === 1 ? 'метро' : '';
  const query: PostsQuery = { ...allPostsQuery, word, text, copies: index % 2 === 0 ? 'show' : 'hide' };
  const created = await backend.call('POST', '/vknf/views/create', {
    cookie,
    body: { Name: `Отчёт ${index}`, Query: `?${new URLSearchParams({ ...(word && { word: String(word) }), text })}` },
  });
  expect(created.status).toBe(201);
  const { ViewID: viewId } = created.body as { ViewID: number };
  const document = await loadReport(
    { store: backend.store, config: { CONSOLE_TIME_ZONE: 'Europe/Moscow', COLLECTION_DAILY_CALLS: 100 } },
    {
      ...{
        viewer: { type: 'client', clientId },
        title: `Отчёт № ${index}`,
        author: 'Отчёт настроил Пётр.',
        sections: sectionsOf(index),
        now,
      },
      ...{ filters: [{ name: `Фильтр ${index}`, query }], period: days, until: 5000 },
      console: 'https://monitor.example',
    },
  );
  const asked = { postDtFrom: days.from, postDtTo: days.to, viewId, clientId: null, allSources: null };
  const filters = postFiltersOf({ ...query, ...days }, allFilters);
  const [summary, reach, analytics, counts, times, lists] = await Promise.all([
    call(loadSummary(asked)),
    call(loadPeriodReach(filters)),
    call(loadAnalytics(filters)),
    call(loadWorkCounts(filters)),
    call(loadWorkTimes(filters)),
    call(loadWork()),
  ]);
  const screen = readScreen({ analytics, reach, work: { counts, times, lists }, timeZone: 'Europe/Moscow' });
  return { document, summary, screen };
}

const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');

/** The texts of the tables and figures of a section, and its sentences. */
function sectionOf({ chapters }: ReportDocument, name: SectionName) {
  const section = chapters[0]?.sections.find((one) => one.name === name);
  const rowsOf = (block: ReportBlock): readonly (readonly ReportText[])[] =>
    block.kind === 'table' ? block.rows : block.kind === 'figures' ? block.figures.map((figure) => [figure]) : [];
  const sentenceOf = (block: ReportBlock) =>
    block.kind === 'paragraph' ? block.parts.map(({ text }) => text).join('') : '';
  const blocks = section?.blocks ?? [];
  return {
    title: section?.title ?? '',
    rows: blocks.flatMap(rowsOf).map((cells) => cells.map(({ text }) => withoutIsolates(text))),
    sentences: withoutIsolates(blocks.map(sentenceOf).join(' ')),
  };
}

const shown = (value: number | null): string => (value === null ? '—' : formatNumber(value));

/** What «Сводка» shows in its sections. */
function summaryRows({ explanation, views, stories, newSources, work, missing, verdicts }: Summary) {
  const zone = zoneOffsets('Europe/Moscow');
  return {
    figures: [explanation.total, explanation.stories, views.measured === 0 ? null : views.sum].map((value) => [
      shown(value),
    ]),
    main: stories.map(({ quote, rows, sources, views: viewed, work: of }) => [
      `«${quote}»`,
      ...[rows, sources, viewed].map(shown),
      `${workStates[of?.state ?? 'new']}${of?.growing ? ', растёт' : ''}`,
    ]),
    standouts: explanation.items.map((item) => [
      withoutIsolates(standoutName(item)),
      shown(item.total),
      describeStandout(item),
    ]),
    newSources: newSources.map(({ name, rows }) => [name, shown(rows)]),
    work: work ? [work.fresh, work.inProgress, work.overdue, work.returned].map((value) => [shown(value)]) : [],
    collection: [
      ...missing
        .slice(0, 5)
        .map(({ from, to, words }) => [formatDateTime(from, zone) ?? '', formatDateTime(to, zone) ?? '', shown(words)]),
      ...verdicts.map(({ verdict, words }) => [healthLabels[verdict], shown(words)]),
    ],
  } satisfies Record<keyof typeof summarySections, string[][]>;
}

/** A row of a report as «Аналитика» shows it: without shares, and with the source before the sentence of a post. */
function asOnScreen(name: SectionName, row: readonly string[]): string[] {
  const [first = '', second = '', third = '', fourth = ''] = row;
  if (name === 'viewedPosts') return [`${second}: ${first}`, third, fourth === '—' ? '' : `${fourth} к обычному`];
  if (name === 'viewedSources') return [first, second, ''];
  if (name === 'mentions' || name === 'hours' || name === 'views') return [...row];
  return [first.replace(/ \(собрано не всё\)$/, ''), second];
}

const ofNumbers = (rows: readonly string[][]): number => rows.flat().filter((text) => /^[\d\s]+$/.test(text)).length;

/** Compares the sections of «Аналитика», and returns how many numbers they have. */
function compareScreen(document: ReportDocument, screen: ReadonlyMap<string, ScreenFigure>): number {
  let compared = 0;
  const names = (document.chapters[0]?.sections ?? []).map(({ name }) => name);
  for (const name of names.filter((one) => Object.hasOwn(analyticsSections, one))) {
    const { title, rows, sentences } = sectionOf(document, name);
    const figure = screen.get(title) ?? { finding: '', rows: [] };
    expect([title, rows.map((row) => asOnScreen(name, row))]).toEqual([
      title,
      figure.rows.map((row) => row.map(withoutIsolates)),
    ]);
    if (sharesOfPosts.includes(name)) expect(sentences).toContain(withoutIsolates(figure.finding));
    compared += ofNumbers(rows);
  }
  return compared;
}

const sharesOfPosts: readonly SectionName[] = ['words', 'owners', 'cities', 'states', 'people', 'tags', 'tones'];

/** The forms differ in their spaces, lines and colons. */
const packed = (text: string): string => text.replaceAll(/[\s:]/g, '');
const joined = (texts: readonly FormText[]): string => packed(texts.flat(2).join(''));

/** As PDF shows it: without emoji, directions, and letters that the font lacks. */
const inPdf = (text: string): string => text.replaceAll(/\p{RGI_Emoji}|\p{DI}|\p{Script=Arabic}/gv, '');

/** What both texts have around their first difference; null for equal ones. */
function firstDifference(found: string, expected: string): [found: string, expected: string] | null {
  if (found === expected) return null;
  let at = 0;
  while (found[at] === expected[at]) at += 1;
  return [found.slice(at - 60, at + 60), expected.slice(at - 60, at + 60)];
}

test('the figures of 20 reports are the same on the screen, in mail, PDF and DOCX', async () => {
  let compared = 0;
  for (let index = 0; index < 20; index += 1) {
    const { document, summary, screen } = await load(index);
    for (const [name, rows] of Object.entries(summaryRows(summary))) {
      expect([index, name, sectionOf(document, name as SectionName).rows]).toEqual([index, name, rows]);
      compared += ofNumbers(rows);
    }
    compared += compareScreen(document, screen);
    const expected = textsOf(document);
    const whole = joined([document.title, ...document.facts.flat(), document.author, ...expected]);
    const pictures = chartsOf(document).map(() => picture);
    const mail = makeMail(document, { pictures: [], isWhole: true, leavesOutDocx: false });
    expect(readMail(mail.html)).toEqual([...expected, document.author]);
    const docx = readDocx(Buffer.from(await makeDocx(document, pictures)));
    expect(firstDifference(joined(docx.texts), whole)).toBeNull();
    const pdf = readPdf(Buffer.from(await makePdf(document)));
    expect(firstDifference(packed(pdf.text), inPdf(whole))).toBeNull();
  }
  expect(compared).toBeGreaterThan(500);
}, 120_000);
