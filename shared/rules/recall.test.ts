// Proves: collection#completeness-of-search
import { describeRecall, describeWordRecall } from './recall.ts';

test.each([
  [{ posts: 9, found: 9, capped: 1 }, '—', '—'],
  [{ posts: 10, found: 10, capped: 0 }, '100\u00a0% из 10', '100\u00a0% из 10'],
  [
    { posts: 300, found: 299, capped: 2 },
    '99\u00a0% из 300, поиск прочитан не полностью',
    '99\u00a0% из 300, поиск прочитан не полностью: 2 фразы',
  ],
])('of %j the share is rounded down, from 10 posts on', (recall, ofWord, ofAll) => {
  expect([describeWordRecall(recall), describeRecall(recall)]).toEqual([ofWord, ofAll]);
});
