/** The read calls that the backend bench times; their queries vary between requests. */
import { countLoadTestOwners, loadTestOwner } from '../../server/backend/demo/load-test.ts';
import { demoPhrases } from '../../server/backend/demo/phrases.ts';
import { createRandom } from '../../server/backend/demo/random.ts';
import { places } from '../../server/backend/demo/sources.ts';
import { formatQuery, type Query } from '../../shared/list-query.ts';

/** `target` is the maximum p95 at a million posts, in milliseconds. */
export type BenchCall = {
  name: string;
  as: 'admin' | 'muting' | 'reading' | 'client';
  target: number;
  path: (run: number) => string;
};

const pageTarget = 25;
const countTarget = 60;
const dayMs = 24 * 60 * 60 * 1000;
const details = '/vknf/posts/details';

const call = (
  name: string,
  as: BenchCall['as'],
  target: number,
  path: string,
  query: (run: number) => Query,
): BenchCall => ({
  name,
  as,
  target,
  path: (run) => path + formatQuery(query(run)),
});

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
export const at = <T>(list: readonly [T, ...T[]], run: number): T => list[run % list.length] ?? list[0];
export const commonWords = ['жители', 'вопрос', 'подробности', 'новости', 'ремонт', 'мнение'] as const;
const twoWords = (run: number) => `${at(demoPhrases, run).text} ${at(places, run * 7).name}`;

function listCalls(posts: number): BenchCall[] {
  const owners = countLoadTestOwners(posts);
  const commonWord = (run: number) => 1 + (run % 5);
  const anyWord = (run: number) => 1 + createRandom(run).int(10_000);
  const owner = (run: number) => loadTestOwner((run * 31) % owners).ownerId;
  const city = (run: number) => at(places, run).id;
  const month = (run: number) => ({ postDtFrom: day(60 + run), postDtTo: day(30 + run) });
  const depth = Math.min(100_000, Math.floor(posts / 2));
  return [
    call('feed', 'admin', pageTarget, details, (run) => ({ offset: run * 20 })),
    call('feed, by a common phrase', 'admin', pageTarget, details, (run) => ({ wordId: commonWord(run) })),
    call('feed, by any phrase', 'admin', pageTarget, details, (run) => ({ wordId: anyWord(run) })),
    call('feed, by source', 'admin', pageTarget, details, (run) => ({ ownerId: owner(run) })),
    call('feed, by city', 'admin', pageTarget, details, (run) => ({ cityId: city(run) })),
    call('feed, a month', 'admin', pageTarget, details, month),
    call('feed, phrase + city + month', 'admin', pageTarget, details, (run) => ({
      ...month(run),
      wordId: commonWord(run),
      cityId: city(run),
    })),
    call('feed, by update time', 'admin', pageTarget, details, (run) => ({ orderBy: 'update_dt', offset: run * 20 })),
    call(`feed, at depth ${depth}`, 'admin', pageTarget, details, (run) => ({ offset: depth + run })),
    call('feed of a client', 'client', pageTarget, details, (run) => ({ offset: run * 20 })),
    call('feed of a client, city', 'client', pageTarget, details, (run) => ({ cityId: city(run) })),
    call('feed of a client, by user', 'client', pageTarget, details, () => ({ orderBy: 'user_id' })),
    call('search, rare', 'admin', countTarget, details, (run) => ({ text: twoWords(run) })),
    call('search, common', 'admin', countTarget, details, (run) => ({ text: at(commonWords, run) })),
    call('search, common, a month', 'admin', countTarget, details, (run) => ({
      ...month(run),
      text: at(commonWords, run),
    })),
    call('search, common, a client', 'client', countTarget, details, (run) => ({ text: at(commonWords, run) })),
    call('search, exclusion only', 'admin', countTarget, details, (run) => ({ text: `-${at(commonWords, run)}` })),
    call('search, exclusion only, a client', 'client', countTarget, details, (run) => ({
      text: `-${at(commonWords, run)}`,
    })),
    call('search, OR', 'admin', countTarget, details, (run) => ({
      text: `${at(commonWords, run)} OR ${at(commonWords, run + 1)}`,
    })),
    call('search, rare, by user', 'admin', countTarget, details, (run) => ({
      text: twoWords(run),
      orderBy: 'user_id',
    })),
    call('count', 'admin', countTarget, '/vknf/posts/count', () => ({})),
    call('count, city', 'admin', countTarget, '/vknf/posts/count', (run) => ({ cityId: city(run) })),
    call('count, half of the time', 'admin', countTarget, '/vknf/posts/count', () => ({ postDtFrom: day(550) })),
    call('count, a client, half of the time', 'client', countTarget, '/vknf/posts/count', () => ({
      postDtFrom: day(550),
    })),
    call('dates', 'admin', countTarget, '/vknf/posts/dates', () => ({})),
    call('dates, search', 'client', countTarget, '/vknf/posts/dates', (run) => ({ text: at(commonWords, run) })),
    call('live count of a phrase', 'admin', countTarget, '/vknf/posts/count/word', (run) => ({ wordId: anyWord(run) })),
    call('phrases', 'admin', pageTarget, '/vknf/words/paginated', (run) => ({ limit: 100, offset: run * 100 })),
    call('phrases, by posts', 'admin', pageTarget, '/vknf/words/paginated', (run) => ({
      limit: 100,
      offset: run * 100,
      orderBy: 'total_posts',
      orderDirection: 'DESC',
    })),
    call('phrases of a client', 'client', pageTarget, '/vknf/words/paginated/client', () => ({ limit: 100 })),
    call('sources', 'admin', pageTarget, '/vknf/owners/details', (run) => ({ orderBy: 'name', offset: run * 20 })),
    call('cities of a client', 'client', countTarget, '/vknf/cities/search/client', () => ({ q: 'но' })),
  ];
}

/** The calls of the feed as a workplace that the backend bench times: hidden copies, histograms, mutes, marks and views. */
const histogramPath = '/vknf/posts/histogram';
const copies = 'hide';

const copiesSearch = (run: number) => ({ copies, text: at(commonWords, run) });
const rareSearch = (run: number) => ({ copies, text: twoWords(run) });
const exclusion = (run: number) => ({ copies, text: `-${at(commonWords, run)}` });
const either = (run: number) => ({ copies, text: `${at(commonWords, run)} OR ${at(commonWords, run + 1)}` });
const phrase = (run: number) => ({ copies, wordId: 1 + (run % 5) });
const unread = (run: number) => ({ copies, unread: 'true', offset: run * 20 });

const folded: BenchCall[] = [
  call('no copies', 'admin', countTarget, details, (run) => ({ copies, offset: run * 20 })),
  call('no copies, by update time', 'admin', countTarget, details, () => ({ copies, orderBy: 'update_dt' })),
  call('no copies, a client', 'client', countTarget, details, (run) => ({ copies, offset: run * 20 })),
  call('no copies, a common phrase', 'admin', countTarget, details, phrase),
  call('no copies, search, rare', 'admin', countTarget, details, rareSearch),
  call('no copies, search, common', 'admin', countTarget, details, copiesSearch),
  call('no copies, search, common, a client', 'client', countTarget, details, copiesSearch),
  call('no copies, search, exclusion only', 'admin', countTarget, details, exclusion),
  call('no copies, search, exclusion only, a client', 'client', countTarget, details, exclusion),
  call('no copies, search, OR', 'admin', countTarget, details, either),
  call('no copies, search, OR, a client', 'client', countTarget, details, either),
  call('no copies, 100 mutes', 'muting', countTarget, details, (run) => ({ copies, offset: run * 20 })),
  call('100 mutes', 'muting', countTarget, details, (run) => ({ offset: run * 20 })),
];

const marks: BenchCall[] = [
  call('unread, 50,000 read', 'admin', countTarget, details, unread),
  call('unread, all read', 'reading', countTarget, details, unread),
  call('unread, all read, a client', 'client', countTarget, details, unread),
];

const histograms: BenchCall[] = [
  call('histogram', 'admin', countTarget, histogramPath, () => ({ copies })),
  call('histogram, a client', 'client', countTarget, histogramPath, () => ({ copies })),
  call('histogram, a common phrase', 'admin', countTarget, histogramPath, phrase),
  call('histogram, search, rare', 'admin', countTarget, histogramPath, rareSearch),
  call('histogram, search, common', 'admin', countTarget, histogramPath, copiesSearch),
  call('histogram, search, common, a client', 'client', countTarget, histogramPath, copiesSearch),
  call('histogram, search, exclusion only', 'admin', countTarget, histogramPath, exclusion),
  call('histogram, search, OR', 'admin', countTarget, histogramPath, either),
  call('histogram, 100 mutes', 'muting', countTarget, histogramPath, () => ({ copies })),
  call('histogram, unread, 50,000 read', 'admin', countTarget, histogramPath, () => ({ copies, unread: 'true' })),
  call('histogram, unread, all read', 'reading', countTarget, histogramPath, () => ({ copies, unread: 'true' })),
];

const sinceCalls = (newestArrival: number): BenchCall[] => {
  const since = (stories: number) => () => ({ copies, since: Math.max(0, newestArrival - stories) });
  return [
    call('since 1,000 stories', 'admin', countTarget, details, since(1000)),
    call('since 100,000 stories', 'admin', countTarget, details, since(100_000)),
    call('since 100,000 stories, a client', 'client', countTarget, details, since(100_000)),
    call('histogram, since 100,000 stories', 'admin', countTarget, histogramPath, since(100_000)),
    call('six views with 20,000 new stories', 'reading', countTarget, '/vknf/views', () => ({})),
  ];
};

const feedCalls = (newestArrival: number): BenchCall[] => [
  ...folded,
  ...marks,
  ...histograms,
  ...sinceCalls(newestArrival),
];

/** The calls of analytics and cards that the backend bench times, and the filters of the feed that analytics leads to. */
const analyticsTarget = 80;

const lastDays = (days: number) => ({ copies, postDtFrom: day(days - 1), postDtTo: day(0) });
const hundredWords = Array.from({ length: 100 }, (_, index) => index + 1).join();

const commonPhrase = (run: number) => ({ wordId: 1 + (run % 5) });
const search = (run: number) => ({ text: at(commonWords, run) });

const tuesday = { copies, weekday: 2, hour: 14 };
const filters: BenchCall[] = [
  call('weekday and hour', 'admin', countTarget, details, (run) => ({ ...tuesday, offset: run * 20 })),
  call('weekday and hour, a client', 'client', countTarget, details, () => tuesday),
  call('weekday and hour, a common phrase', 'admin', countTarget, details, (run) => ({
    ...tuesday,
    ...commonPhrase(run),
  })),
  call('weekday and hour, search, common', 'admin', countTarget, details, (run) => ({ ...tuesday, ...search(run) })),
  call('weekday and hour, dates', 'client', countTarget, '/vknf/posts/dates', () => tuesday),
  call('weekday and hour, histogram', 'admin', countTarget, '/vknf/posts/histogram', () => tuesday),
  call('six phrases', 'admin', countTarget, details, (run) => ({ copies, wordIds: `1,2,3,4,5,${6 + run}` })),
  call('no city', 'admin', countTarget, details, (run) => ({ copies, cityId: 0, offset: run * 20 })),
  call('no city, search, common', 'admin', countTarget, details, (run) => ({ copies, ...search(run), cityId: 0 })),
];

const figures = (name: string, as: BenchCall['as'], chosen: (run: number) => Query): BenchCall[] =>
  [30, 90, 366].map((days) =>
    call(`analytics${name}, ${days} days`, as, analyticsTarget, '/vknf/analytics', (run) => ({
      ...lastDays(days),
      ...chosen(run),
    })),
  );

const source = (run: number) => ({ ownerId: loadTestOwner((run * 31) % 1000).ownerId });
const largestSource = (run: number) => ({ ownerId: loadTestOwner(run % 3).ownerId });
const card = (name: string, as: BenchCall['as'], ownerOf: (run: number) => Query): BenchCall[] => [
  call(`card of ${name}`, as, analyticsTarget, '/vknf/owners/card', ownerOf),
  call(`card of ${name}, 90 days`, as, analyticsTarget, '/vknf/analytics', (run) => ({
    ...lastDays(90),
    ...ownerOf(run),
  })),
];

const insightCalls: BenchCall[] = [
  ...filters,
  ...figures('', 'admin', () => ({})),
  ...figures(', a phrase', 'admin', commonPhrase),
  ...figures(', any phrase', 'admin', (run) => ({ wordId: 1 + createRandom(run).int(10_000) })),
  ...figures(', six phrases', 'admin', () => ({ wordIds: '1,2,3,4,5,6' })),
  ...figures(', a client', 'client', () => ({})),
  ...figures(', search, common', 'admin', search),
  call('days of 100 phrases', 'admin', countTarget, '/vknf/posts/count/words/days', () => ({ wordIds: hundredWords })),
  ...card('a source', 'admin', source),
  ...card('a large source', 'admin', largestSource),
  ...card('a large source, a client', 'client', largestSource),
];

export const backendCalls = (posts: number, newestArrival: number): BenchCall[] => [
  ...listCalls(posts),
  ...feedCalls(newestArrival),
  ...insightCalls,
];
