// Proves: alerts#rule
import fc from 'fast-check';
import { countStories } from './figures.ts';

const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 8 })), { maxLength: 60 });

test('a window counts each story with a row in it once', () => {
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
      );
      const naive = windows.map(({ from, to }) => {
        const within = list.filter(([second]) => second * 1000 >= from && second * 1000 < to);
        return new Set(within.map(([, story]) => story)).size;
      });
      expect(counts).toEqual(naive);
    }),
  );
});
