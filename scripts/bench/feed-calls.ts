/** The calls of the feed as a workplace that the backend bench times: hidden copies, histograms, mutes, marks and views. */
import { at, type BenchCall, call, commonWords, details, twoWords } from './backend-calls.ts';

const target = 60;
const histogram = '/vknf/posts/histogram';
const copies = 'hide';

const search = (run: number) => ({ copies, text: at(commonWords, run) });
const rareSearch = (run: number) => ({ copies, text: twoWords(run) });
const exclusion = (run: number) => ({ copies, text: `-${at(commonWords, run)}` });
const either = (run: number) => ({ copies, text: `${at(commonWords, run)} OR ${at(commonWords, run + 1)}` });
const phrase = (run: number) => ({ copies, wordId: 1 + (run % 5) });
const unread = (run: number) => ({ copies, unread: 'true', offset: run * 20 });

const folded: BenchCall[] = [
  call('no copies', 'admin', target, details, (run) => ({ copies, offset: run * 20 })),
  call('no copies, by update time', 'admin', target, details, () => ({ copies, orderBy: 'update_dt' })),
  call('no copies, a client', 'client', target, details, (run) => ({ copies, offset: run * 20 })),
  call('no copies, a common phrase', 'admin', target, details, phrase),
  call('no copies, search, rare', 'admin', target, details, rareSearch),
  call('no copies, search, common', 'admin', target, details, search),
  call('no copies, search, common, a client', 'client', target, details, search),
  call('no copies, search, exclusion only', 'admin', target, details, exclusion),
  call('no copies, search, exclusion only, a client', 'client', target, details, exclusion),
  call('no copies, search, OR', 'admin', target, details, either),
  call('no copies, search, OR, a client', 'client', target, details, either),
  call('no copies, 100 mutes', 'muting', target, details, (run) => ({ copies, offset: run * 20 })),
  call('100 mutes', 'muting', target, details, (run) => ({ offset: run * 20 })),
];

const marks: BenchCall[] = [
  call('unread, 50,000 read', 'admin', target, details, unread),
  call('unread, all read', 'reading', target, details, unread),
  call('unread, all read, a client', 'client', target, details, unread),
];

const histograms: BenchCall[] = [
  call('histogram', 'admin', target, histogram, () => ({ copies })),
  call('histogram, a client', 'client', target, histogram, () => ({ copies })),
  call('histogram, a common phrase', 'admin', target, histogram, phrase),
  call('histogram, search, rare', 'admin', target, histogram, rareSearch),
  call('histogram, search, common', 'admin', target, histogram, search),
  call('histogram, search, common, a client', 'client', target, histogram, search),
  call('histogram, search, exclusion only', 'admin', target, histogram, exclusion),
  call('histogram, search, OR', 'admin', target, histogram, either),
  call('histogram, 100 mutes', 'muting', target, histogram, () => ({ copies })),
  call('histogram, unread, 50,000 read', 'admin', target, histogram, () => ({ copies, unread: 'true' })),
  call('histogram, unread, all read', 'reading', target, histogram, () => ({ copies, unread: 'true' })),
];

const sinceCalls = (newestArrival: number): BenchCall[] => {
  const since = (stories: number) => () => ({ copies, since: Math.max(0, newestArrival - stories) });
  return [
    call('since 1,000 stories', 'admin', target, details, since(1000)),
    call('since 100,000 stories', 'admin', target, details, since(100_000)),
    call('since 100,000 stories, a client', 'client', target, details, since(100_000)),
    call('histogram, since 100,000 stories', 'admin', target, histogram, since(100_000)),
    call('six views with 20,000 new stories', 'reading', target, '/vknf/views', () => ({})),
  ];
};

export const feedCalls = (newestArrival: number): BenchCall[] => [
  ...folded,
  ...marks,
  ...histograms,
  ...sinceCalls(newestArrival),
];
