import fc from 'fast-check';
import { countStories } from './window-counts.ts';

const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 8 })), { maxLength: 60 });

test('the stories of windows are those with a row in them', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 20 }), (list, length) => {
      const sorted = list.toSorted(([a], [b]) => a - b);
      const windows = Array.from({ length: 14 }, (_, index) => ({
        from: (index * 5 - length) * 1000,
        to: index * 5000,
      }));
      const counts = countStories(
        { seconds: sorted.map(([second]) => second), stories: sorted.map(([, story]) => story) },
        windows,
        null,
      );
      const naive = windows.map(({ from, to }) => {
        const within = list.filter(([second]) => second * 1000 >= from && second * 1000 < to);
        return new Set(within.map(([, story]) => story)).size;
      });
      expect(counts).toEqual(naive);
    }),
  );
});

test('after a window with enough stories, the next ones begin at its end', () => {
  const list = { seconds: [1, 2, 3, 4, 5, 6], stories: [1, 2, 3, 4, 5, 1] };
  const windows = [2, 4, 6, 8].map((to) => ({ from: 0, to: to * 1000 }));
  expect(countStories(list, windows, 3)).toEqual([1, 3, 2, 3]);
});
