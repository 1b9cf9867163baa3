import { countNewPosts } from './new-posts.tsx';

const countAll = (base: number | null, totals: readonly number[]) =>
  totals.reduce(countNewPosts, { base, fresh: 0 }).fresh;

test.each<[circumstance: string, base: number | null, totals: number[], fresh: number]>([
  ['no more posts', 40, [40], 0],
  ['more posts', 40, [43], 3],
  ['more posts twice', 40, [43, 45], 5],
  ['an unknown count', 40, [-1], 0],
  ['an unknown count after new posts', 40, [43, -1], 3],
  ['fewer posts', 40, [38], 0],
  ['more posts after a decrease', 40, [43, 38, 40], 2],
  ['the first count of an unknown total', null, [40], 0],
  ['a later count of an unknown total', null, [40, 41], 1],
])('%s: from the base %s, the totals %j give %i new posts', (_circumstance, base, totals, fresh) => {
  expect(countAll(base, totals)).toBe(fresh);
});
