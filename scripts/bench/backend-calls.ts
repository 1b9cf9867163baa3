/** The read calls that the backend bench times; their queries vary between requests. */

import { dayMs, minuteMs } from '../../shared/durations.ts';
import { formatQuery, type Query } from '../../shared/list-query.ts';
import { countLoadTestOwners, loadTestOwner } from '../demo/load-test.ts';
import { demoPhrases } from '../demo/world/phrases.ts';
import { createRandom } from '../demo/world/random.ts';
import { places } from '../demo/world/sources.ts';

/** `target` is the maximum p95 at a million posts, in milliseconds. */
export type BenchCall = {
  name: string;
  as: 'admin' | 'muting' | 'reading' | 'client' | 'working';
  target: number;
  path: (run: number) => string;
};

type Entry = readonly [name: string, as: BenchCall['as'], query: (run: number) => Query];

const calls = (target: number, path: string, entries: readonly Entry[]): BenchCall[] =>
  entries.map(([name, as, query]) => ({ name, as, target, path: (run) => path + formatQuery(query(run)) }));

const pageTarget = 25;
const countTarget = 60;
const explanationTarget = 300;
const analyticsTarget = 80;
const details = '/vknf/posts/details';
const histogram = '/vknf/posts/histogram';
const copies = 'hide';

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
export const at = <T>(list: readonly [T, ...T[]], run: number): T => list[run % list.length] ?? list[0];
export const commonWords = ['жители', 'вопрос', 'подробности', 'новости', 'ремонт', 'мнение'] as const;

const nothing = () => ({});
const twentieth = (run: number) => ({ offset: run * 20 });
const rare = (run: number) => ({ text: `${at(demoPhrases, run).text} ${at(places, run * 7).name}` });
const common = (run: number) => ({ text: at(commonWords, run) });
const exclusion = (run: number) => ({ text: `-${at(commonWords, run)}` });
const either = (run: number) => ({ text: `${at(commonWords, run)} OR ${at(commonWords, run + 1)}` });
const commonPhrase = (run: number) => ({ wordId: 1 + (run % 5) });
const anyPhrase = (run: number) => ({ wordId: 1 + createRandom(run).int(10_000) });
const city = (run: number) => ({ cityId: at(places, run).id });
const month = (run: number) => ({ postDtFrom: day(60 + run), postDtTo: day(30 + run) });
const halfOfTime = () => ({ postDtFrom: day(550) });
const sixPhrases = (run: number) => ({ wordIds: `1,2,3,4,5,${6 + run}` });
const folded = (query: Entry[2]) => (run: number) => ({ copies, ...query(run) });
const unread = folded((run) => ({ unread: 'true', ...twentieth(run) }));

function listCalls(posts: number): BenchCall[] {
  const depth = Math.min(100_000, Math.floor(posts / 2));
  const owner = (run: number) => ({ ownerId: loadTestOwner((run * 31) % countLoadTestOwners(posts)).ownerId });
  const hundred = (run: number) => ({ limit: 100, offset: run * 100 });
  return [
    ...calls(pageTarget, details, [
      ['feed', 'admin', twentieth],
      ['feed, by a common phrase', 'admin', commonPhrase],
      ['feed, by any phrase', 'admin', anyPhrase],
      ['feed, by source', 'admin', owner],
      ['feed, by city', 'admin', city],
      ['feed, a month', 'admin', month],
      ['feed, phrase + city + month', 'admin', (run) => ({ ...month(run), ...commonPhrase(run), ...city(run) })],
      ['feed, by update time', 'admin', (run) => ({ orderBy: 'update_dt', ...twentieth(run) })],
      [`feed, at depth ${depth}`, 'admin', (run) => ({ offset: depth + run })],
      ['feed of a client', 'client', twentieth],
      ['feed of a client, city', 'client', city],
      ['feed of a client, by user', 'client', () => ({ orderBy: 'user_id' })],
    ]),
    ...calls(countTarget, details, [
      ['search, rare', 'admin', rare],
      ['search, common', 'admin', common],
      ['search, common, a month', 'admin', (run) => ({ ...month(run), ...common(run) })],
      ['search, common, a client', 'client', common],
      ['search, exclusion only', 'admin', exclusion],
      ['search, exclusion only, a client', 'client', exclusion],
      ['search, OR', 'admin', either],
      ['search, rare, by user', 'admin', (run) => ({ ...rare(run), orderBy: 'user_id' })],
    ]),
    ...calls(countTarget, '/vknf/posts/count', [
      ['count', 'admin', nothing],
      ['count, city', 'admin', city],
      ['count, half of the time', 'admin', halfOfTime],
      ['count, a client, half of the time', 'client', halfOfTime],
    ]),
    ...calls(countTarget, '/vknf/posts/dates', [
      ['dates', 'admin', nothing],
      ['dates, search', 'client', common],
    ]),
    ...calls(countTarget, '/vknf/posts/count/word', [['live count of a phrase', 'admin', anyPhrase]]),
    ...calls(pageTarget, '/vknf/words/paginated', [
      ['phrases', 'admin', hundred],
      ['phrases, by posts', 'admin', (run) => ({ ...hundred(run), orderBy: 'total_posts', orderDirection: 'DESC' })],
    ]),
    ...calls(pageTarget, '/vknf/words/paginated/client', [['phrases of a client', 'client', () => ({ limit: 100 })]]),
    ...calls(pageTarget, '/vknf/owners/details', [
      ['sources', 'admin', (run) => ({ orderBy: 'name', ...twentieth(run) })],
    ]),
    ...calls(countTarget, '/vknf/cities/search/client', [['cities of a client', 'client', () => ({ q: 'но' })]]),
  ];
}

/** The feed in daily work: hidden copies, histograms, mutes, marks and views. */
function feedCalls(newestArrival: number): BenchCall[] {
  const since = (stories: number) => folded(() => ({ since: Math.max(0, newestArrival - stories) }));
  return [
    ...calls(countTarget, details, [
      ['no copies', 'admin', folded(twentieth)],
      ['no copies, by update time', 'admin', folded(() => ({ orderBy: 'update_dt' }))],
      ['no copies, a client', 'client', folded(twentieth)],
      ['no copies, a common phrase', 'admin', folded(commonPhrase)],
      ['no copies, search, rare', 'admin', folded(rare)],
      ['no copies, search, common', 'admin', folded(common)],
      ['no copies, search, common, a client', 'client', folded(common)],
      ['no copies, search, exclusion only', 'admin', folded(exclusion)],
      ['no copies, search, exclusion only, a client', 'client', folded(exclusion)],
      ['no copies, search, OR', 'admin', folded(either)],
      ['no copies, search, OR, a client', 'client', folded(either)],
      ['no copies, 100 mutes', 'muting', folded(twentieth)],
      ['100 mutes', 'muting', twentieth],
      ['unread, 50,000 read', 'admin', unread],
      ['unread, all read', 'reading', unread],
      ['unread, all read, a client', 'client', unread],
      ['since 1,000 stories', 'admin', since(1000)],
      ['since 100,000 stories', 'admin', since(100_000)],
      ['since 100,000 stories, a client', 'client', since(100_000)],
    ]),
    ...calls(countTarget, histogram, [
      ['histogram', 'admin', folded(nothing)],
      ['histogram, a client', 'client', folded(nothing)],
      ['histogram, a common phrase', 'admin', folded(commonPhrase)],
      ['histogram, search, rare', 'admin', folded(rare)],
      ['histogram, search, common', 'admin', folded(common)],
      ['histogram, search, common, a client', 'client', folded(common)],
      ['histogram, search, exclusion only', 'admin', folded(exclusion)],
      ['histogram, search, OR', 'admin', folded(either)],
      ['histogram, 100 mutes', 'muting', folded(nothing)],
      ['histogram, unread, 50,000 read', 'admin', folded(() => ({ unread: 'true' }))],
      ['histogram, unread, all read', 'reading', folded(() => ({ unread: 'true' }))],
      ['histogram, since 100,000 stories', 'admin', since(100_000)],
    ]),
    ...calls(countTarget, '/vknf/views', [['six views with 20,000 new stories', 'reading', nothing]]),
  ];
}

/** Calls of a client with half of all posts, and with work on 100,000 of their stories. */
const workCalls: BenchCall[] = [
  ...calls(countTarget, details, [
    ['no copies, a working client', 'working', folded(twentieth)],
    ...(
      [
        ['new stories', { state: 'new' }],
        ['in progress', { state: 'in-progress' }],
        ['of a person', { assignee: 0 }],
        ['of nobody', { assignee: 'none' }],
        ['a tag', { tag: 1 }],
        ['a tag of the first stories', { tag: 2 }],
        ['without a tone', { tone: 'none' }],
        ['returned', { state: 'returned' }],
        ['hidden', { state: 'hidden' }],
        ['not closed', { state: 'open' }],
        ['in progress, a tag, a person', { state: 'in-progress', tag: 1, assignee: 0 }],
      ] as const
    ).map(([name, query]) => [`work, ${name}`, 'working', folded((run) => ({ ...query, ...twentieth(run) }))] as const),
    ['work, in progress, by update time', 'working', folded(() => ({ state: 'in-progress', orderBy: 'update_dt' }))],
    ['work, in progress, search, common', 'working', folded((run) => ({ state: 'in-progress', ...common(run) }))],
  ]),
  ...calls(countTarget, histogram, [
    ['work, histogram, in progress', 'working', folded(() => ({ state: 'in-progress' }))],
  ]),
  ...calls(countTarget, '/vknf/work/counts', [
    ['work, counts', 'working', folded(nothing)],
    ['work, counts, a tag', 'working', folded(() => ({ tag: 1 }))],
  ]),
];

const byReach = (name: string, as: BenchCall['as'], filter: Entry[2]): Entry[] =>
  (['views', 'ratio'] as const).flatMap((orderBy): Entry[] => [
    [`${name}, by ${orderBy}`, as, (run) => ({ orderBy, orderDirection: 'DESC', ...twentieth(run), ...filter(run) })],
    [`${name}, by ${orderBy}, at depth 20000`, as, (run) => ({ orderBy, offset: 20_000 + run, ...filter(run) })],
  ]);

/** Orders and filters by what the packed columns know of posts. */
const reachCalls: BenchCall[] = calls(countTarget, details, [
  ...byReach('feed', 'admin', nothing),
  ...byReach('no copies', 'admin', folded(nothing)),
  ...byReach('feed of a working client', 'working', nothing),
  ...byReach('no copies, a working client', 'working', folded(nothing)),
  ['at least 5,000 views', 'admin', folded((run) => ({ viewsFrom: 5000, ...twentieth(run) }))],
  ['at least ×2', 'admin', folded((run) => ({ ratioFrom: 2, ...twentieth(run) }))],
  ['at least ×2, a working client', 'working', folded((run) => ({ ratioFrom: 2, ...twentieth(run) }))],
]);

const comments = (query: Entry[2]) => (run: number) => ({ kind: 'comments', ...query(run) });

/** Kinds of rows. Without comments in the data, these calls find none. */
const kindCalls: BenchCall[] = [
  ...calls(countTarget, details, [
    ['comments', 'admin', comments(twentieth)],
    ['posts only', 'admin', (run) => ({ kind: 'posts', ...twentieth(run) })],
    ['comments, a common phrase', 'admin', comments(commonPhrase)],
    ['comments, search, common', 'admin', comments(common)],
    ['comments, no copies', 'admin', comments(folded(twentieth))],
    ['comments, no copies, search, common', 'admin', comments(folded(common))],
    ['comments, a working client', 'working', comments(twentieth)],
    ['comments, no copies, a working client', 'working', comments(folded(twentieth))],
  ]),
  ...calls(countTarget, '/vknf/posts/count', [['count, comments', 'admin', comments(nothing)]]),
  ...calls(countTarget, histogram, [
    ['histogram, comments', 'admin', comments(folded(nothing))],
    ['histogram, comments, a working client', 'working', comments(folded(nothing))],
  ]),
];

const tuesday = folded(() => ({ weekday: 2, hour: 14 }));
const hundredWords = Array.from({ length: 100 }, (_, index) => index + 1).join();

const figures = (name: string, as: BenchCall['as'], query: Entry[2], periods = [30, 90, 366]): BenchCall[] =>
  calls(
    analyticsTarget,
    '/vknf/analytics',
    periods.map((days) => [
      `${name}, ${days} days`,
      as,
      (run) => ({ copies, postDtFrom: day(days - 1), postDtTo: day(0), ...query(run) }),
    ]),
  );

const explained = (name: string, as: BenchCall['as'], query: Entry[2]): BenchCall[] =>
  calls(explanationTarget, '/vknf/posts/explanation', [
    [`explanation, ${name}, a day`, as, (run) => ({ postDtFrom: day(run), postDtTo: day(run), ...query(run) })],
    [
      `explanation, ${name}, an hour`,
      as,
      (run) => ({ postDtFrom: `${day(run)}T10:00:00Z`, postDtTo: `${day(run)}T10:59:59.999Z`, ...query(run) }),
    ],
    [`explanation, ${name}, a week`, as, (run) => ({ postDtFrom: day(run + 6), postDtTo: day(run), ...query(run) })],
  ]);

const diagnosed = (as: BenchCall['as']): BenchCall[] =>
  calls(explanationTarget, '/vknf/posts/doctor', [
    [`query doctor, ${as}, common words`, as, either],
    [`query doctor, ${as}, rare words`, as, rare],
  ]);

const summaryTarget = 150;
const recent = (days: number) => (run: number) => {
  const to = Date.now() - run * minuteMs;
  return { postDtFrom: new Date(to - days * dayMs).toISOString(), postDtTo: new Date(to - 1).toISOString() };
};
const summaries = (name: string, as: BenchCall['as']): BenchCall[] =>
  calls(summaryTarget, '/vknf/summary', [
    [`summary, ${name}, 24 hours`, as, recent(1)],
    [`summary, ${name}, 7 days`, as, recent(7)],
  ]);

const card = (name: string, as: BenchCall['as'], ownerOf: Entry[2]): BenchCall[] => [
  ...calls(analyticsTarget, '/vknf/owners/card', [[`card of ${name}`, as, ownerOf]]),
  ...figures(`card of ${name}`, as, ownerOf, [90]),
];
const largestSource = (run: number) => ({ ownerId: loadTestOwner(run % 3).ownerId });

/** Analytics and cards, and the filters of the feed to which analytics links. */
const insightCalls: BenchCall[] = [
  ...calls(countTarget, details, [
    ['weekday and hour', 'admin', (run) => ({ ...tuesday(run), ...twentieth(run) })],
    ['weekday and hour, a client', 'client', tuesday],
    ['weekday and hour, a common phrase', 'admin', (run) => ({ ...tuesday(run), ...commonPhrase(run) })],
    ['weekday and hour, search, common', 'admin', (run) => ({ ...tuesday(run), ...common(run) })],
    ['six phrases', 'admin', folded(sixPhrases)],
    ['no city', 'admin', folded((run) => ({ cityId: 0, ...twentieth(run) }))],
    ['no city, search, common', 'admin', folded((run) => ({ ...common(run), cityId: 0 }))],
  ]),
  ...calls(countTarget, '/vknf/posts/dates', [['weekday and hour, dates', 'client', tuesday]]),
  ...calls(countTarget, histogram, [['weekday and hour, histogram', 'admin', tuesday]]),
  ...figures('analytics', 'admin', nothing),
  ...figures('analytics, a phrase', 'admin', commonPhrase),
  ...figures('analytics, any phrase', 'admin', anyPhrase),
  ...figures('analytics, six phrases', 'admin', () => sixPhrases(0)),
  ...figures('analytics, a client', 'client', nothing),
  ...figures('analytics, search, common', 'admin', common),
  ...explained('all', 'admin', nothing),
  ...explained('a phrase', 'admin', commonPhrase),
  ...explained('search, common', 'admin', common),
  ...explained('a client', 'client', nothing),
  ...explained('a working client', 'working', nothing),
  ...diagnosed('admin'),
  ...diagnosed('working'),
  ...summaries('all', 'admin'),
  ...summaries('a client', 'client'),
  ...summaries('a working client', 'working'),
  ...calls(countTarget, '/vknf/posts/count/words/days', [
    ['days of 100 phrases', 'admin', () => ({ wordIds: hundredWords })],
  ]),
  ...card('a source', 'admin', (run) => ({ ownerId: loadTestOwner((run * 31) % 1000).ownerId })),
  ...card('a large source', 'admin', largestSource),
  ...card('a large source, a client', 'client', largestSource),
];

export const backendCalls = (posts: number, newestArrival: number): BenchCall[] => [
  ...listCalls(posts),
  ...feedCalls(newestArrival),
  ...reachCalls,
  ...kindCalls,
  ...workCalls,
  ...insightCalls,
];
