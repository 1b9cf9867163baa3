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
export const details = '/vknf/posts/details';

export const call = (
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
export const twoWords = (run: number) => `${at(demoPhrases, run).text} ${at(places, run * 7).name}`;

export function backendCalls(posts: number): BenchCall[] {
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
