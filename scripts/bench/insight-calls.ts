/** The calls of analytics and cards that the backend bench times, and the filters of the feed that analytics leads to. */
import { loadTestOwner } from '../../server/backend/demo/load-test.ts';
import { createRandom } from '../../server/backend/demo/random.ts';
import type { Query } from '../../shared/list-query.ts';
import { at, type BenchCall, call, commonWords, details } from './backend-calls.ts';

const feedTarget = 60;
const target = 80;
const copies = 'hide';

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const lastDays = (days: number) => ({ copies, postDtFrom: day(days - 1), postDtTo: day(0) });
const hundredWords = Array.from({ length: 100 }, (_, index) => index + 1).join();

const commonPhrase = (run: number) => ({ wordId: 1 + (run % 5) });
const search = (run: number) => ({ text: at(commonWords, run) });

const tuesday = { copies, weekday: 2, hour: 14 };
const filters: BenchCall[] = [
  call('weekday and hour', 'admin', feedTarget, details, (run) => ({ ...tuesday, offset: run * 20 })),
  call('weekday and hour, a client', 'client', feedTarget, details, () => tuesday),
  call('weekday and hour, a common phrase', 'admin', feedTarget, details, (run) => ({
    ...tuesday,
    ...commonPhrase(run),
  })),
  call('weekday and hour, search, common', 'admin', feedTarget, details, (run) => ({ ...tuesday, ...search(run) })),
  call('weekday and hour, dates', 'client', feedTarget, '/vknf/posts/dates', () => tuesday),
  call('weekday and hour, histogram', 'admin', feedTarget, '/vknf/posts/histogram', () => tuesday),
  call('six phrases', 'admin', feedTarget, details, (run) => ({ copies, wordIds: `1,2,3,4,5,${6 + run}` })),
  call('no city', 'admin', feedTarget, details, (run) => ({ copies, cityId: 0, offset: run * 20 })),
  call('no city, search, common', 'admin', feedTarget, details, (run) => ({ copies, ...search(run), cityId: 0 })),
];

const figures = (name: string, as: BenchCall['as'], chosen: (run: number) => Query): BenchCall[] =>
  [30, 90, 366].map((days) =>
    call(`analytics${name}, ${days} days`, as, target, '/vknf/analytics', (run) => ({
      ...lastDays(days),
      ...chosen(run),
    })),
  );

const source = (run: number) => ({ ownerId: loadTestOwner((run * 31) % 1000).ownerId });
const largestSource = (run: number) => ({ ownerId: loadTestOwner(run % 3).ownerId });
const card = (name: string, as: BenchCall['as'], ownerOf: (run: number) => Query): BenchCall[] => [
  call(`card of ${name}`, as, target, '/vknf/owners/card', ownerOf),
  call(`card of ${name}, 90 days`, as, target, '/vknf/analytics', (run) => ({ ...lastDays(90), ...ownerOf(run) })),
];

export const insightCalls: BenchCall[] = [
  ...filters,
  ...figures('', 'admin', () => ({})),
  ...figures(', a phrase', 'admin', commonPhrase),
  ...figures(', any phrase', 'admin', (run) => ({ wordId: 1 + createRandom(run).int(10_000) })),
  ...figures(', six phrases', 'admin', () => ({ wordIds: '1,2,3,4,5,6' })),
  ...figures(', a client', 'client', () => ({})),
  ...figures(', search, common', 'admin', search),
  call('days of 100 phrases', 'admin', feedTarget, '/vknf/posts/count/words/days', () => ({ wordIds: hundredWords })),
  ...card('a source', 'admin', source),
  ...card('a large source', 'admin', largestSource),
  ...card('a large source, a client', 'client', largestSource),
];
