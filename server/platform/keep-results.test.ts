import { keepResults } from './keep-results.ts';

test('a result is computed once, until more recently used ones evict it', () => {
  const keep = keepResults<string[]>(2);
  const computed: string[] = [];
  const read = (key: string) =>
    keep(key, () => {
      computed.push(key);
      return [key];
    });
  expect(read('a')).toBe(read('a'));
  for (const key of ['b', 'a', 'c', 'a', 'b']) expect(read(key)).toEqual([key]);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});
