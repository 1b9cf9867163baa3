// Proves: reports#document, reports#files
/** 20 reports: the figures of the screen, of the document and of its forms are the same. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { makeDocx } from '../../server/backend/reports/docx.ts';
import { allPostsQuery, loadReport } from '../../server/backend/reports/load-report.ts';
import { makeMail } from '../../server/backend/reports/mail.ts';
import { makePdf } from '../../server/backend/reports/pdf.ts';
import { chartsOf, type ReportCell, type ReportDocument } from '../../server/backend/reports/report-document.ts';
import { type Analytics, loadAnalytics } from '../../shared/api/analytics.ts';
import { loadPeriodReach, type PeriodReach } from '../../shared/api/reach.ts';
import { loadSummary, type Summary } from '../../shared/api/summary.ts';
import { dayMs } from '../../shared/durations.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { allFilters } from '../../shared/pages/post-filters.ts';
import { postFiltersOf } from '../../shared/pages/posts-query.ts';
import { reportSections, type SectionName } from '../../shared/rules/report-sections.ts';
import { Random } from '../support/random.ts';
import { type RandomFeed, startRandomFeed } from '../support/random-feed.ts';
import { type FormText, readDocx, readMail, readPdf, textsOf } from '../support/report-forms.ts';
import { noon, postArbitrary } from '../support/seed-posts.ts';

const now = noon + 3 * dayMs;
const sections = Object.keys(reportSections) as SectionName[];
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
});
afterAll(() => feed.backend.close());

async function call<T>({ path, read }: { path: string; read: (reply: unknown) => T }): Promise<T> {
  const { status, body } = await feed.backend.call('GET', path, { cookie });
  expect([path, status]).toEqual([path, 200]);
  return read(body);
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
        sections,
        now,
      },
      ...{ filters: [{ name: `Фильтр ${index}`, query }], period: days, until: 5000 },
      console: 'https://monitor.example',
    },
  );
  const asked = { postDtFrom: days.from, postDtTo: days.to, viewId, clientId: null, allSources: null };
  const [summary, reach, analytics] = await Promise.all([
    call(loadSummary(asked)),
    call(loadPeriodReach(postFiltersOf({ ...query, ...days }, allFilters))),
    call(loadAnalytics(postFiltersOf({ ...query, ...days }, allFilters))),
  ]);
  return { document, summary, analytics, reach };
}

/** The numbers of a section in the order of the document. */
const numbersOf = ({ chapters }: ReportDocument, name: SectionName): (number | null)[] => {
  const section = chapters[0]?.sections.find((one) => one.name === name);
  const cells = (section?.blocks ?? []).flatMap((block): readonly ReportCell[] =>
    block.kind === 'table' ? block.rows.flat() : block.kind === 'figures' ? block.figures : [],
  );
  return cells.filter(({ value, text }) => value !== null || text === '—').map(({ value }) => value);
};

/** The numbers that the pages show in the sections. */
function shownNumbers(
  { explanation, views, stories, newSources, work }: Summary,
  analytics: Analytics,
  reach: PeriodReach,
): Partial<Record<SectionName, (number | null)[]>> {
  const totals = (items: readonly { total: number }[]) => items.map(({ total }) => total);
  const hours = Array.from({ length: 24 }, (_, hour) =>
    Array.from({ length: 7 }, (_day, weekday) => analytics.hours[weekday * 24 + hour] ?? 0),
  );
  return {
    figures: [explanation.total, explanation.stories, views.measured === 0 ? null : views.sum],
    main: stories.flatMap((story) => [story.rows, story.sources, story.views]),
    standouts: totals(explanation.items),
    newSources: newSources.map(({ rows }) => rows),
    work: work && [work.fresh, work.inProgress, work.overdue, work.returned],
    mentions: analytics.bars.flatMap(({ total }, index) => [total, analytics.previous.bars[index]?.total ?? null]),
    words: totals(analytics.words.items),
    owners: totals(analytics.owners.items),
    cities: totals(analytics.cities.items),
    hours: hours.flat(),
    views:
      reach.measured === 0
        ? []
        : reach.bars.flatMap((bar) => [bar.measured === 0 ? null : bar.views, bar.measured, bar.posts]),
    viewedSources: reach.owners.map((owner) => owner.views),
  } as Partial<Record<SectionName, (number | null)[]>>;
}

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
    const { document, summary, analytics, reach } = await load(index);
    for (const [name, numbers] of Object.entries(shownNumbers(summary, analytics, reach))) {
      expect([index, name, numbersOf(document, name as SectionName)]).toEqual([index, name, numbers]);
      compared += numbers.length;
    }
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
