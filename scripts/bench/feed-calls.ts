/** The calls of the feed as a workplace that the backend bench times: hidden copies, histograms, mutes and marks. */
import { at, type BenchCall, call, commonWords, details, twoWords } from './backend-calls.ts';

const target = 60;
const histogram = '/vknf/posts/histogram';
const copies = 'hide';

const search = (run: number) => ({ copies, text: at(commonWords, run) });
const rareSearch = (run: number) => ({ copies, text: twoWords(run) });
const phrase = (run: number) => ({ copies, wordId: 1 + (run % 5) });

export const feedCalls = (): BenchCall[] => [
  call('no copies', 'admin', target, details, (run) => ({ copies, offset: run * 20 })),
  call('no copies, by update time', 'admin', target, details, () => ({ copies, orderBy: 'update_dt' })),
  call('no copies, a client', 'client', target, details, (run) => ({ copies, offset: run * 20 })),
  call('no copies, a common phrase', 'admin', target, details, phrase),
  call('no copies, search, rare', 'admin', target, details, rareSearch),
  call('no copies, search, common', 'admin', target, details, search),
  call('no copies, search, a client', 'client', target, details, search),
  call('no copies, 100 mutes', 'muting', target, details, (run) => ({ copies, offset: run * 20 })),
  call('100 mutes', 'muting', target, details, (run) => ({ offset: run * 20 })),
  call('no copies, unread, 50,000 marks', 'admin', target, details, () => ({ copies, unread: 'true' })),
  call('histogram', 'admin', target, histogram, () => ({ copies })),
  call('histogram, a client', 'client', target, histogram, () => ({ copies })),
  call('histogram, a common phrase', 'admin', target, histogram, phrase),
  call('histogram, search, rare', 'admin', target, histogram, rareSearch),
  call('histogram, search, common', 'admin', target, histogram, search),
  call('histogram, 100 mutes', 'muting', target, histogram, () => ({ copies })),
];
